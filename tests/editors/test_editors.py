"""Neovim and Emacs with the configurations of `editors/`: mistakes, an explanation, completion, and a fix that is made."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import PROGRAM, ROOT

WRONG = """(game "Wrong"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Emtpy))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""

NEOVIM = """
local buf = vim.api.nvim_get_current_buf()
local function wait(what, done) if not vim.wait(20000, done, 50) then print("NO " .. what) vim.cmd("cq") end end
wait("diagnostics", function() return #vim.diagnostic.get(buf) > 0 end)
print("diagnostic: " .. vim.diagnostic.get(buf)[1].message)
local here = { uri = vim.uri_from_bufnr(buf) }
local function ask(method, line, character)
  local at = { line = line, character = character }
  local params = { textDocument = here, position = at, range = { start = at, ["end"] = at }, context = { diagnostics = {} } }
  for _, answer in pairs(vim.lsp.buf_request_sync(buf, "textDocument/" .. method, params, 10000)) do return answer.result end
end
print("hover: " .. ask("hover", 5, 19).contents.value)
print("completion: " .. ask("completion", 4, 35).items[1].label)
vim.lsp.util.apply_workspace_edit(ask("codeAction", 4, 37)[1].edit, "utf-16")
wait("mended text", function() return #vim.diagnostic.get(buf) == 0 end)
print("mended: " .. vim.api.nvim_buf_get_lines(buf, 4, 5, true)[1])
vim.cmd("qa!")
"""

EMACS = """
(when (fboundp 'package-initialize) (package-initialize))
(unless (require 'eglot nil t) (message "no Eglot") (kill-emacs 77))
(load (getenv "MODE"))
(setq eglot-sync-connect 20)
(find-file (getenv "GAME"))
(apply #'eglot (eglot--guess-contact))
(flymake-mode 1)
(flymake-start)
(let ((until (+ (float-time) 20)))
  (while (and (< (float-time) until) (null (flymake-diagnostics))) (accept-process-output nil 0.1)))
(dolist (d (flymake-diagnostics)) (message "diagnostic: %s" (flymake-diagnostic-text d)))
(defun ask (method) (jsonrpc-request (eglot--current-server-or-lose) method (eglot--TextDocumentPositionParams)))
(goto-char (point-min)) (search-forward "is Lin")
(message "hover: %s" (plist-get (plist-get (ask :textDocument/hover) :contents) :value))
(goto-char (point-min)) (search-forward "(sites ")
(message "completion: %s" (plist-get (aref (vconcat (plist-get (ask :textDocument/completion) :items)) 0) :label))
"""


def run(command: list, tmp_path: Path, **more) -> str:
    folder = str(Path(PROGRAM).resolve().parent)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(tmp_path), **more}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=90)
    told = done.stdout + done.stderr
    if done.returncode == 77:
        pytest.skip(told.strip().splitlines()[-1])
    assert done.returncode == 0, told
    return told


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "wrong.lud"
    path.write_text(WRONG)
    return path


def test_neovim(tmp_path, game):
    nvim = shutil.which("nvim") or pytest.skip("no Neovim")
    (tmp_path / "try.lua").write_text(NEOVIM)
    config = ROOT / "editors/neovim/ludarium.lua"
    told = run([nvim, "--headless", "--clean", "-u", str(config), str(game), "-c", "luafile try.lua"], tmp_path)
    assert "there is no `sites Emtpy`" in told and "hover: ```lud" in told and "completion: Empty" in told, told
    assert "(sites Empty)" in told.split("mended:")[1], told


def test_emacs(tmp_path, game):
    emacs = shutil.which("emacs") or pytest.skip("no Emacs")
    (tmp_path / "try.el").write_text(EMACS)
    mode = ROOT / "editors/emacs/lud-mode.el"
    told = run([emacs, "--batch", "-l", "try.el"], tmp_path, MODE=str(mode), GAME=str(game))
    assert "there is no `sites Emtpy`" in told and "hover: ```lud" in told and "completion: Empty" in told, told
