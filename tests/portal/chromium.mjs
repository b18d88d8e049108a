// What all tests in Chromium share: the browser, fresh pages that note what goes wrong on them, pictures, axe, tables.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { post } from "./server.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Chromium, or a line that says why not and the end of the program. */
export async function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    console.log(`skipped: no Chromium at ${executablePath} (Debian: apt install chromium; or name one in CHROMIUM)`);
    process.exit(0);
  }
  let playwright;
  try {
    playwright = await import("playwright-core");
  } catch {
    console.log("skipped: playwright-core is not installed (cd tests/portal && npm ci --ignore-scripts)");
    process.exit(0);
  }
  return playwright.chromium.launch({ executablePath, args: FLAGS });
}

/** What went wrong on pages since it was last emptied. */
export const problems = [];

export async function fresh(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 850 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30000);
  page.on("pageerror", (e) => problems.push(`script error: ${e.message}`));
  page.on("console", (m) => { if (m.type() === "error" && !/WebSocket|Failed to load resource|ERR_CONNECTION/.test(m.text())) problems.push(`console: ${m.text()}`); });
  return page;
}

const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });
export const shot = async (page, name) => { if (shots) await page.screenshot({ path: join(shots, `${name}.png`) }); };

let axe = "";
/** No finding of axe. */
export async function accessible(page, name) {
  axe ||= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(found.violations.map((v) => `${v.id} (${v.impact}): ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`), [], `accessibility of ${name}`);
}

/** Opens a table in a page that then holds its seats. */
export async function open(page, address, game, seats, more = {}) {
  const made = await post(address, "/api/tables", { game, seats, ...more });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  await page.goto(`${address}/help`);
  await page.evaluate(([id, held]) => localStorage.setItem("ludarium-seats", JSON.stringify({ [id]: held })), [made.body.id, { token: made.body.token, invites: made.body.invites }]);
  await page.goto(`${address}/play/${made.body.id}`);
  await page.waitForFunction(() => document.getElementById("table").dataset.version !== undefined);
  return made.body;
}

/** The place of this name, as a part of the page. */
export const spot = (page, name) => page.locator(`#board .spot[aria-label^="${name},"], #board .spot[aria-label^="${name} "]`).first();

/** Where the middle of a place is in the window; brings it there. */
export function middle(page, name) {
  return spot(page, name).evaluate((e) => {
    const find = () => {
      const [x, y] = e.getAttribute("data-at").split(" ").map(Number);
      return new DOMPoint(x, y).matrixTransform(e.getScreenCTM());
    };
    let p = find();
    if (p.y < 2 || p.y > innerHeight - 2) {
      scrollTo({ left: 0, top: scrollY + p.y - innerHeight / 2, behavior: "instant" });
      p = find();
    }
    return { x: p.x, y: p.y };
  });
}

/** Clicks in the middle of a place with the mouse. */
export async function point(page, name) {
  const { x, y } = await middle(page, name);
  await page.mouse.click(x, y);
}

export const plies = (page, n) => page.waitForFunction((n) => document.querySelectorAll("#moves li").length === n, n);

/** Runs tests by name; the first argument of the program picks some. */
export async function runAll(tests, end) {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (process.argv[2] && !name.includes(process.argv[2])) continue;
    problems.length = 0;
    const begun = performance.now();
    try {
      await test();
      assert.deepEqual(problems, []);
      console.log(`ok    ${name} (${Math.round(performance.now() - begun)} ms)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL  ${name}\n      ${/(table|browser|everyone|front)\.mjs:\d+/.exec(error.stack ?? "")?.[0] ?? ""}\n${String(error.message ?? error).split("\n").slice(0, 14).map((l) => `      ${l}`).join("\n")}${problems.length ? `\n      also: ${problems.join("; ")}` : ""}`);
    }
  }
  await end();
  console.log(failed ? `${failed} failed` : "all passed");
  process.exit(failed ? 1 : 0);
}
