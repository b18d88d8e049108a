// Six of the twelve tasks of a visitor in Chromium, each with its clicks counted: find a game that is half remembered,
// report a wrong rule, print a sheet, who borrowed from whom, cite a ruleset, put a game of one's own on a page.
// SHOTS=folder keeps pictures at both sizes and in both themes. `node front.mjs [part of a task's name]`.
import assert from "node:assert/strict";
import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { accessible, fresh, launch, point, problems, runAll } from "./chromium.mjs";
import { start } from "./server.mjs";

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

const browser = await launch();
const server = await start();
let clicks = 0;
let most = {};

/** A page whose clicks are counted; a word that is typed and Enter count one each. */
async function visitor(size, scheme) {
  const page = await fresh(browser, { viewport: SIZES[size], colorScheme: scheme });
  clicks = 0;
  return {
    page,
    click: async (target) => { clicks++; await (typeof target === "string" ? page.locator(target).first() : target).click(); },
    type: async (target, text) => { clicks++; await page.fill(target, text); await page.press(target, "Enter"); },
  };
}

/** Does a task at both sizes and in both themes. @param {string} name @param {number} limit clicks that its like needs elsewhere */
function task(name, limit, work) {
  return async () => {
    for (const size of Object.keys(SIZES)) {
      for (const scheme of ["light", "dark"]) {
        const v = await visitor(size, scheme);
        const shot = async (step) => { if (shots) await v.page.screenshot({ path: join(shots, `${name.replaceAll(" ", "-")}-${step}-${size}-${scheme}.png`) }); };
        await work({ ...v, size, shot });
        assert.ok(clicks <= limit, `${name} at ${size}: ${clicks} clicks, ${limit} are enough elsewhere`);
        most[name] = Math.max(most[name] ?? 0, clicks);
        const wide = await v.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} at ${size}: the page is ${wide} pixels too wide`);
        await v.page.context().close();
      }
    }
  };
}

const OWN = `(game "Corner Race"
    (players 2)
    (equipment {
        (board (square 4))
        (piece "Disc" P1)
        (piece "Cross" P2)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 4) (result Mover Win)))
    )
)
`;

const tasks = {
  "find a game half remembered": task("find a game half remembered", 2, async ({ page, click, type, shot }) => {
    await page.goto(server.address);
    await shot("1-home");
    await type("#homeq", "game with stones in holes");
    await page.waitForSelector("#cards .card");
    const names = await page.$$eval("#cards .name", (all) => all.slice(0, 5).map((e) => e.textContent));
    assert.ok(names.some((n) => /Oware|Kalah|Toguz/.test(n)), names.join(", "));
    await shot("2-found");
    await click(page.locator("#cards .card", { hasText: "Oware" }));
    await page.waitForSelector("h1:has-text('Oware')");
    await shot("3-game");
  }),
  "report a wrong rule": task("report a wrong rule", 5, async ({ page, click, shot }) => {
    await page.goto(server.address);
    await click("#playnow");
    await page.waitForSelector("#board .spot");
    const table = new URL(page.url()).pathname;
    assert.match(table, /^\/play\//);
    await click("#reportrule");
    await page.waitForSelector("form [name=text]");
    await shot("1-form");
    clicks++;
    await page.fill("form [name=text]", "This piece may not stand here.");
    await page.fill("form [name=expected]", "It stands on the next square.");
    await click("main form button.primary");
    await page.waitForURL(/\/contribute\/reports\//);
    assert.match(await page.textContent("main"), /It stands on the next square/);
    assert.ok(await page.locator(".attached img").evaluate((i) => i.complete && i.naturalWidth > 0 || new Promise((d) => { i.onload = () => d(true); i.onerror = () => d(false); })), "the position is drawn");
    await shot("2-report");
    const lines = await page.evaluate(async () => (await fetch("/contribute/reports.jsonl")).text());
    assert.ok(JSON.parse(lines.trim().split("\n").at(-1)).written.position.game, "the export has the position");
  }),
  "print a sheet": task("print a sheet", 2, async ({ page, click, shot }) => {
    await page.goto(`${server.address}/games/nine-mens-morris`);
    await shot("1-game");
    const link = page.getByRole("link", { name: "Sheet to print" });
    assert.ok(await link.isVisible());
    clicks++;
    const pdf = await page.evaluate(async (href) => { const a = await fetch(href); const b = new Uint8Array(await a.arrayBuffer()); return { type: a.headers.get("content-type"), head: String.fromCharCode(...b.slice(0, 5)), size: b.length }; }, await link.getAttribute("href"));
    assert.equal(pdf.type, "application/pdf");
    assert.equal(pdf.head, "%PDF-");
    assert.ok(pdf.size > 20000, `${pdf.size} bytes`);
    await click(page.getByRole("link", { name: "Rules with pictures" }));
    await page.waitForSelector(".rulebook svg, .rulebook img");
    await shot("2-rulebook");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".top").evaluate((e) => getComputedStyle(e).display), "none", "no menu on paper");
  }),
  "who borrowed from whom": task("who borrowed from whom", 3, async ({ page, click, size, shot }) => {
    await page.goto(server.address);
    if (size === "phone") await click(".all summary");
    await click(page.locator(size === "phone" ? ".allpages a" : ".top nav a", { hasText: "World map" }));
    await page.waitForSelector("#points .spot");
    await shot("1-map");
    // The nearest way on the map itself: the spot of a reconstruction.
    await page.locator("#points .k-reconstructed").first().focus();
    await page.keyboard.press("Enter");
    clicks++;
    await page.waitForFunction(() => /borrows from/.test(document.getElementById("chosen").textContent));
    assert.ok(await page.locator("#arrows path").count() > 0, "an arrow leads there");
    await shot("2-chosen");
  }),
  "cite a ruleset": task("cite a ruleset", 2, async ({ page, click, shot }) => {
    await page.goto(`${server.address}/games/sfenj`);
    await click("section[aria-labelledby=rshead] a");
    await page.waitForSelector("#cite .citation");
    await click("#cite summary");
    const bibtex = await page.textContent("#cite pre");
    assert.match(bibtex, /^@misc\{ludarium-/);
    const address = await page.getAttribute("link[rel=canonical]", "href");
    assert.ok(bibtex.includes(address) && (await page.textContent("#cite .citation")).includes(address));
    const data = JSON.parse(await page.textContent("script[type='application/ld+json']"));
    assert.equal(data.url, address);
    assert.equal((await page.request.get(address)).status(), 200, "the address leads there");
    assert.equal((await page.request.get(data.image)).headers()["content-type"], "image/png");
    await page.locator("#cite").scrollIntoViewIfNeeded();
    await shot("1-cited");
  }),
  "put a game of one's own on a page": task("put a game of one's own on a page", 4, async ({ page, click, size, shot }) => {
    await page.goto(server.address);
    await click(page.locator(size === "phone" ? ".ways a" : ".top nav a", { hasText: size === "phone" ? "Editor" : "Make" }));
    clicks++;
    await page.fill("#text", OWN);
    await page.waitForFunction(() => /can be played/.test(document.getElementById("verdict").textContent));
    await click("#topage");
    await page.waitForURL(/\/written\//);
    assert.equal(await page.textContent("h1"), "Corner Race");
    assert.match(await page.textContent(".rules"), /line/i, "its rules are told");
    assert.ok(await page.locator(".boardpic").evaluate((i) => i.complete && i.naturalWidth > 0), "its board is drawn");
    await shot("1-page");
    await accessible(page, "a written game");
    await click(".playfrom");
    await page.waitForSelector("#board .spot");
    await shot("2-played");
  }),
};

await runAll(tasks, async () => {
  console.log("clicks:", JSON.stringify(most));
  await browser.close();
  await server.stop();
});
