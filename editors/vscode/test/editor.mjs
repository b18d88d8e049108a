// The extension in VS Code itself (code-server, driven by Chromium) with the real server: colours, mistakes and their
// fixes, completion, hover, definition, rename, hints, lenses, play in a terminal.
//   node test/editor.mjs          SHOTS=DIR keeps pictures; CODE_SERVER names code-server's entry.js or program
// code-server comes from npm: test/get-code-server DIR, then CODE_SERVER=DIR/node_modules/code-server/out/node/entry.js.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXTENSION, ROOT, program, skip } from "./found.mjs";

const ludarium = program();
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(chromium)) skip(`no Chromium at ${chromium} (Debian: apt install chromium; or name one in CHROMIUM)`);
const code = process.env.CODE_SERVER ?? "code-server";
const start = code.endsWith(".js") ? [process.execPath, code] : [code];
if (spawnSync(start[0], [...start.slice(1), "--version"]).status !== 0) skip(`no code-server (${code}); test/get-code-server installs it, CODE_SERVER names it`);
const playwright = await import("playwright-core").catch(() => skip("playwright-core is not installed (npm ci)"));

// A folder to write games in, an editor without history, the extension installed.
const folder = mkdtempSync(join(tmpdir(), "ludarium-code-"));
const work = join(folder, "my-games");
mkdirSync(work);
mkdirSync(join(folder, "user/User"), { recursive: true });
const GAME = `// Rows of stones, and a library of one define.
(game "Rows"
    (players 2)
    (equipment {
        (board (square <Size:size>))
        (piece "Stone" Each)
        (regions "Middle" (sites {11..13}))
    })
    (rules
        (start (place "Stone1" 0))
        (play (move Add (to (sites Empty))))
        (end (if ("Row" 4) (result Mover Win)))
    )
)

(option "Board Size" <Size> args:{<size>} {
    (item "5x5" <5> "The usual board.")*
    (item "7x7" <7> "A larger board.")
})
`;
writeFileSync(join(work, "rows.lud"), GAME);
writeFileSync(join(work, "mine.ludef"), "// A row of so many stones of one player.\n(define \"Row\" (is Line #1))\n");
cpSync(join(ROOT, "games/hex/game.lud"), join(work, "hex.lud"));
// The program belongs to the machine, and in a browser the machine is the one that serves.
mkdirSync(join(folder, "user/Machine"), { recursive: true });
writeFileSync(join(folder, "user/Machine/settings.json"), JSON.stringify({ "ludarium.path": ludarium }));
writeFileSync(join(folder, "user/User/settings.json"), JSON.stringify({
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.layoutControl.enabled": false,
  "window.commandCenter": false,
  "chat.commandCenter.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "editor.minimap.enabled": false,
  "editor.fontFamily": "DejaVu Sans Mono",
  "terminal.integrated.fontFamily": "DejaVu Sans Mono",
  "editor.hover.delay": 100,
  "files.autoSave": "off",
  "problems.showCurrentInStatus": true,
}));
const manifest = JSON.parse(readFileSync(join(EXTENSION, "package.json"), "utf8"));
const installed = join(folder, "extensions", `${manifest.publisher}.${manifest.name}-${manifest.version}`);
for (const part of ["package.json", "README.md", "language-configuration.json", "syntaxes", "dist"]) {
  cpSync(join(EXTENSION, part), join(installed, part), { recursive: true });
}

const port = await new Promise((found) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => found(port));
  });
});
const editor = spawn(start[0], [
  ...start.slice(1), "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--config", join(folder, "config.yaml"),
  "--user-data-dir", join(folder, "user"), "--extensions-dir", join(folder, "extensions"),
  "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", work,
], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, PORT: String(port) } });
let log = "";
for (const stream of [editor.stdout, editor.stderr]) stream.on("data", (part) => { log += part; });
const address = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(work)}`;
for (let n = 0; ; n += 1) {
  if (await fetch(address).then((r) => r.ok, () => false)) break;
  if (n > 240) throw new Error(`code-server does not answer\n${log}`);
  await new Promise((later) => setTimeout(later, 250));
}

const browser = await playwright.chromium.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu", "--no-first-run"] });
const page = await browser.newPage({ viewport: { width: 1180, height: 720 } });
page.setDefaultTimeout(60000);
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });
const shot = async (name) => {
  await page.waitForTimeout(400);
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
};

const key = (...keys) => keys.reduce((before, k) => before.then(() => page.keyboard.press(k)), Promise.resolve());
async function open(name) {
  await key("Control+p");
  await page.waitForSelector(".quick-input-widget:not([style*='display: none']) input");
  await page.keyboard.type(name);
  await page.waitForSelector(`.quick-input-list .monaco-list-row.focused[aria-label^="${name}"]`);
  await key("Enter");
  await page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
  await page.waitForSelector(".monaco-editor .view-line");
}
async function command(name) {
  await key("F1");
  await page.waitForSelector(".quick-input-widget input");
  await page.keyboard.type(name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
}
/** The cursor behind a part of the text. */
async function put(text, part) {
  const before = text.slice(0, text.indexOf(part) + part.length).split("\n");
  await key("Control+g");
  await page.waitForSelector(".quick-input-widget input");
  await page.keyboard.type(`${before.length}:${before.at(-1).length + 1}`);
  await key("Enter");
}
const saved = (name) => readFileSync(join(work, name), "utf8");
async function save(name, holds) {
  await key("Control+s");
  for (let n = 0; !holds(saved(name)); n += 1) {
    if (n > 50) assert.fail(`the text of ${name} is not as it should be:\n${saved(name)}`);
    await page.waitForTimeout(100);
  }
}
const word = (text) => page.locator(".view-lines span", { hasText: text }).last();

const tests = {
  async "a right text has no mistakes, hints and lenses stand in it"() {
    await open("rows.lud");
    await page.waitForSelector(".codelens-decoration a:has-text('Play this game')");
    await page.waitForFunction(() => /random play: [\d ]+moves/.test(document.querySelector(".view-lines").textContent.replaceAll("\u00a0", " ")));
    await page.waitForFunction(() => document.querySelector(".view-lines").textContent.replaceAll("\u00a0", " ").includes("= 3"));
    assert.equal(await page.locator(".squiggly-error").count(), 0);
    await page.mouse.click(700, 600);
    await shot("1-text");
  },
  async "a mistake is shown while typing and mended by a click"() {
    await put(GAME, "(sites Emp");
    await page.keyboard.type("x");
    await page.waitForSelector(".squiggly-error");
    await key("Escape");
    await key("Control+.");
    const fix = page.locator(".action-widget .monaco-list-row", { hasText: "write" }).first();
    await fix.waitFor();
    await shot("2-fix");
    await key("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".squiggly-error").length === 0);
    await save("rows.lud", (text) => text === GAME);
  },
  async "completion offers what fits, with its meaning"() {
    await put(GAME, "(place \"Stone1\" 0)");
    await page.keyboard.type(" (place \"");
    const first = page.locator(".suggest-widget.visible .monaco-list-row").first();
    await first.waitFor();
    assert.match(await first.getAttribute("aria-label"), /Stone/);
    for (let i = 0; i < 11; i += 1) await key("Control+z");
    await put(GAME, "(result Mover Win)");
    await key("Escape");
    await put(GAME, "(end ");
    await page.keyboard.type("(if (is ");
    await first.waitFor();
    await key("ArrowDown");
    await shot("3-completion");
    await page.keyboard.type("Lin");
    await page.waitForFunction(() => /^Line/.test(document.querySelector(".suggest-widget.visible .monaco-list-row.focused")?.getAttribute("aria-label") ?? ""));
    await key("Escape");
    await command("Revert File");
    await page.waitForFunction(() => document.querySelectorAll(".squiggly-error").length === 0);
  },
  async "hover tells the meaning and the English of the clause"() {
    await put(GAME, "(move Ad");
    await command("Show or Focus Hover");
    await page.waitForSelector(".monaco-hover:not(.hidden) .hover-contents");
    const told = await page.locator(".monaco-hover:not(.hidden)").first().textContent();
    assert.match(told.replaceAll("\u00a0", " "), /In this game/);
    await shot("4-hover");
    await key("Escape");
  },
  async "a definition in another file is found and renamed with its uses"() {
    await put(GAME, "(if (\"Ro");
    await key("F12");
    await page.waitForSelector(".tab.active[data-resource-name='mine.ludef']");
    // An editor that has just been opened may not listen yet.
    const asks = () => page.evaluate(() => document.activeElement?.classList.contains("rename-input") ?? false);
    for (let n = 0; n < 10 && !(await asks()); n += 1) {
      await key("F2");
      await page.waitForTimeout(700);
    }
    assert.ok(await asks(), "the definition can be renamed");
    await key("Control+a");
    await page.keyboard.type("InARow");
    await shot("5-rename");
    await key("Enter");
    await page.waitForFunction(() => document.querySelector(".view-lines").textContent.includes("InARow"));
    await key("Control+s");
    await open("rows.lud");
    await save("rows.lud", (text) => text === GAME.replace("\"Row\"", "\"InARow\""));
    await page.waitForFunction(() => document.querySelectorAll(".squiggly-error").length === 0);
  },
  async "the layout is put right"() {
    await put(saved("rows.lud"), "(players 2)");
    await page.keyboard.type("      ");
    await key("Control+Shift+I");
    await page.waitForTimeout(500);
    await save("rows.lud", (text) => text === GAME.replace("\"Row\"", "\"InARow\""));
  },
  async "a lens plays the game in a terminal"() {
    await page.locator(".codelens-decoration a", { hasText: "Play from here" }).nth(1).click();
    await page.waitForSelector(".panel .terminal-wrapper.active .xterm");
    await page.waitForFunction(() => document.activeElement?.classList.contains("xterm-helper-textarea"));
    await page.waitForTimeout(2000);
    await page.keyboard.type("c3\n");
    await page.waitForTimeout(2000);
    await shot("6-play");
    await page.keyboard.type("save played.txt\nquit\n");
    // The file is there before it is written.
    const played = () => (existsSync(join(work, "played.txt")) ? saved("played.txt") : "");
    for (let n = 0; !played().includes("7x7"); n += 1) {
      assert.ok(n < 50, `the option of the lens was played and saved: ${played()}`);
      await page.waitForTimeout(100);
    }
    await key("Control+j");
  },
  async "a game of the library, with its outline"() {
    await open("hex.lud");
    await page.waitForSelector(".codelens-decoration a:has-text('Play this game')");
    await key("Control+Shift+O");
    await page.waitForSelector(".quick-input-list .monaco-list-row[aria-label*='equipment']");
    await shot("7-outline");
    await key("Escape");
  },
};

let failed = 0;
try {
  await page.goto(address);
  await page.waitForSelector(".monaco-workbench .explorer-folders-view");
  for (const [name, test] of Object.entries(tests)) {
    const begun = performance.now();
    try {
      await test();
      console.log(`ok    ${name} (${Math.round(performance.now() - begun)} ms)`);
    } catch (error) {
      failed += 1;
      await shot(`failed-${failed}`);
      console.log(`FAIL  ${name}\n${String(error.stack ?? error).split("\n").slice(0, 12).join("\n")}`);
      await key("Escape", "Escape");
    }
  }
} finally {
  await browser.close();
  if (process.env.LOG) writeFileSync(process.env.LOG, log);
  editor.kill();
  await new Promise((ended) => { editor.on("exit", ended); setTimeout(ended, 5000); });
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed ? `${failed} failed` : "all passed");
process.exit(failed ? 1 : 0);
