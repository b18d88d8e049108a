// The editor as a designer uses it, in a real browser: a mistake is shown in its line and mended by a click, a word is
// completed, explained and renamed, changes are offered, the layout is put right, and what was written is played.
//   node editor.mjs [address of a portal that runs]
import assert from "node:assert/strict";
import { accessible, fresh, launch, problems, shot } from "./chromium.mjs";
import { start } from "./server.mjs";

const GAME = `(game "Rows"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Stone" Each)
    })
    (rules
        (start (place "Stone1" 0))
        (play (move Add (to (sites Empty))))
        (end (if (is Line 4) (result Mover Win)))
    )
)
`;

const browser = await launch();
const server = process.argv[2] ? { address: process.argv[2], stop: async () => {} } : await start();
const text = (page) => page.locator("#text");
const value = (page) => text(page).inputValue();
/** The cursor behind a part of the text. */
const put = (page, part) => text(page).evaluate((t, p) => { t.focus(); const at = t.value.indexOf(p) + p.length; t.setSelectionRange(at, at); t.dispatchEvent(new KeyboardEvent("keyup", { key: "ArrowRight" })); }, part);
/** Another text, and the server has looked at it. */
async function write(page, written) {
  await text(page).fill(written);
  await page.waitForFunction(() => /played|error/.test(document.getElementById("verdict").textContent));
}
const verdict = (page, words) => page.waitForFunction((w) => document.getElementById("verdict").textContent.includes(w), words);

for (const [name, viewport] of [["desk", { width: 1280, height: 800 }], ["phone", { width: 390, height: 844 }]]) {
  const page = await fresh(browser, { viewport });
  await page.goto(`${server.address}/editor`);
  await page.waitForFunction(() => document.querySelectorAll("#gutter span").length > 3);

  await write(page, GAME.replace("sites Empty", "sites Emtpy"));
  await verdict(page, "1 error");
  await page.waitForSelector("#problems .fix");
  assert.equal(await page.locator("#gutter .error").textContent(), "9", "the line of the mistake is marked");
  await shot(page, `editor-${name}-mistake`);
  await page.locator("#problems .fix").first().click();
  await verdict(page, "can be played");
  assert.equal(await value(page), GAME, "the change mends the mistake");

  await put(page, "(sites ");
  await page.keyboard.type("Oc");
  await page.waitForSelector("#complete:not([hidden]) li");
  const first = await page.locator("#complete li").first().textContent();
  assert.match(first, /^Occupied/, `what fits comes first: ${first}`);
  await shot(page, `editor-${name}-completion`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");

  await write(page, GAME);
  await put(page, "(is Lin");
  await page.waitForSelector("#explained:not([hidden])");
  assert.match(await page.locator("#explained").textContent(), /line/i);
  await shot(page, `editor-${name}-explained`);

  await put(page, "\"Ston");
  page.once("dialog", (dialog) => dialog.accept("Pebble"));
  await page.locator("#rename").click();
  await page.waitForFunction(() => document.getElementById("text").value.includes("\"Pebble1\""));
  assert.ok(!(await value(page)).includes("Stone"), "the piece has its new name everywhere");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.getElementById("text").value.includes("\"Stone1\""));

  await put(page, "(is Line ");
  await page.locator("#change").click();
  await page.waitForSelector("#complete:not([hidden]) li");
  const offered = await page.locator("#complete li").allTextContents();
  assert.ok(offered.some((o) => o.startsWith("Turn 4 into an option")), offered.join(" | "));
  await shot(page, `editor-${name}-changes`);
  await page.locator("#complete li", { hasText: "Turn 4 into an option" }).dispatchEvent("mousedown");
  await page.waitForFunction(() => document.getElementById("text").value.includes("(option "));
  await verdict(page, "can be played");

  await write(page, GAME.replaceAll("    ", " "));
  await page.locator("#layout").click();
  await page.waitForFunction(() => document.getElementById("text").value.includes("\n    (players 2)"));
  await verdict(page, "can be played");
  await accessible(page, `the editor (${name})`);

  await page.locator("#play").click();
  await page.waitForURL(/\/play\//);
  await page.context().close();
}
await browser.close();
await server.stop();
assert.deepEqual(problems, [], "nothing went wrong on the pages");
console.log("the editor: mistakes, changes, completion, explanations, names, layout and play work");
