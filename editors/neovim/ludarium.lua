-- Ludarium in Neovim 0.7 or newer: put this into ~/.config/nvim/plugin/ludarium.lua. docs/editors.md tells more.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.lud", "*.ludef" },
  callback = function()
    vim.bo.filetype = "lud"
    vim.bo.commentstring = "// %s"
  end,
})
vim.api.nvim_create_autocmd("FileType", {
  pattern = "lud",
  callback = function(args)
    local server = {
      name = "ludarium",
      cmd = { "ludarium", "lsp" },
      root_dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(args.buf), ":p:h"),
    }
    if vim.lsp.start then
      vim.lsp.start(server)
    else -- Neovim 0.7
      vim.lsp.buf_attach_client(args.buf, vim.lsp.start_client(server))
    end
  end,
})
-- What the lenses do.
vim.lsp.commands["ludarium.play"] = function(command)
  local uri, choice = command.arguments[1], command.arguments[2]
  local line = { "ludarium", "play", vim.uri_to_fname(uri) }
  for _, name in ipairs({ "ruleset", "option" }) do
    if choice[name] then vim.list_extend(line, { "--" .. name, choice[name] }) end
  end
  local folder = vim.fn.fnamemodify(line[3], ":h")
  if #vim.fn.glob(folder .. "/*.ludef", false, true) > 0 then vim.list_extend(line, { "--more-defs", folder }) end
  vim.cmd("botright new")
  vim.fn.termopen(line)
  vim.cmd("startinsert")
end
