// Ten pages held against what Lighthouse looks at: axe on both sizes and in both themes, and checks of our own on names,
// language, order of headings, sizes of targets, texts for pictures, messages in the console, security of the answer,
// bytes of the first visit, and reading without scripts. `node checks.mjs`; GAMES=folder adds descriptions.
import assert from "node:assert/strict";
import { accessible, fresh, launch, problems } from "./chromium.mjs";
import { start } from "./server.mjs";

const PAGES = ["/", "/games", "/games?q=stones+in+holes", "/games/chess", "/games/chess/position?moves=e2-e4;e7-e5", "/map", "/references", "/downloads", "/about", "/contribute/report?game=hex", "/notes", "/concepts", "/tutorials", "/map/list"];
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };
const FIRST = 200_000;

const browser = await launch();
const server = await start({ games: process.env.GAMES ? [process.env.GAMES] : [] });
let done = 0;
const wrong = [];
const check = (ok, words) => { done++; if (!ok) wrong.push(words); };

/** What a page says about itself, looked at inside the page. */
const look = () => {
  const heads = [...document.querySelectorAll("h1, h2, h3, h4")].filter((h) => h.checkVisibility()).map((h) => Number(h.tagName[1]));
  const visible = (e) => e.checkVisibility({ visibilityProperty: true });
  const small = [...document.querySelectorAll("button, summary, select, input:not([type=hidden]):not([type=checkbox]):not([type=radio])")].filter(visible).map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()]).filter(([, r]) => r.width > 1 && r.height > 0 && (r.height < 24 || r.width < 24)).map(([html]) => html);
  return {
    title: document.title,
    lang: document.documentElement.lang,
    description: document.querySelector("meta[name=description]")?.content ?? "",
    viewport: document.querySelector("meta[name=viewport]")?.content ?? "",
    first: heads[0], h1s: document.querySelectorAll("h1").length,
    leaps: heads.filter((h, i) => i && h > heads[i - 1] + 1).length,
    pictures: [...document.images].filter((i) => !i.hasAttribute("alt") || !i.width || !i.height).map((i) => i.src),
    inline: document.querySelectorAll("script:not([src]):not([type='application/ld+json']), [style], style").length,
    ids: [...document.querySelectorAll("[id]")].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i),
    wide: document.documentElement.scrollWidth - innerWidth,
    small,
    elsewhere: [...document.querySelectorAll("script[src], link[rel=stylesheet], img")].map((e) => e.src || e.href).filter((a) => new URL(a, location.href).origin !== location.origin),
  };
};

for (const path of PAGES) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await fresh(browser, { viewport, colorScheme });
      const name = `${path} (${size}, ${colorScheme})`;
      const answer = await page.goto(server.address + path);
      check(answer.status() === 200, `${name}: ${answer.status()}`);
      await page.waitForLoadState("networkidle");
      try { await accessible(page, name); done++; } catch (error) { wrong.push(error.message); }
      const seen = await page.evaluate(look);
      check(seen.title.length > 5 && seen.lang === "en" && seen.description.length > 20, `${name}: title, language or description`);
      check(/width=device-width/.test(seen.viewport) && !/user-scalable=no/.test(seen.viewport), `${name}: viewport`);
      check(seen.first === 1 && seen.h1s === 1 && seen.leaps === 0, `${name}: headings ${seen.h1s} first, ${seen.leaps} leaps`);
      check(!seen.pictures.length, `${name}: pictures without text or size ${seen.pictures.slice(0, 3)}`);
      check(seen.inline === 0, `${name}: ${seen.inline} inline scripts or styles`);
      check(!seen.ids.length, `${name}: ids twice ${seen.ids}`);
      check(seen.wide <= 0, `${name}: ${seen.wide} pixels too wide`);
      check(!seen.small.length, `${name}: too small to touch: ${seen.small.slice(0, 3)}`);
      check(!seen.elsewhere.length, `${name}: something is loaded from elsewhere ${seen.elsewhere}`);
      const heads = answer.headers();
      check(/script-src 'self'/.test(heads["content-security-policy"] ?? "") && heads["x-content-type-options"] === "nosniff", `${name}: headers`);
      await page.context().close();
    }
  }
  // Reading needs no script: the same headings and as many words.
  const page = await fresh(browser, { javaScriptEnabled: false });
  await page.goto(server.address + path);
  const text = (await page.textContent("main")).replace(/\s+/g, " ");
  check(text.length > 250, `${path} without scripts: ${text.length} letters`);
  await page.context().close();
}

// The first visit, with an empty cache: everything that goes over the wire until nothing is asked any more.
for (const [size, viewport] of Object.entries(SIZES)) {
  const page = await fresh(browser, { viewport });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", (e) => { bytes += e.encodedDataLength; });
  await page.goto(server.address);
  await page.waitForLoadState("networkidle");
  console.log(`first page at ${size}: ${bytes} bytes`);
  check(bytes < FIRST, `the first page at ${size} takes ${bytes} bytes`);
  await page.context().close();
}
check(!problems.length, `console: ${problems.slice(0, 5).join(" | ")}`);
console.log(`${done} checks on ${PAGES.length} pages, ${wrong.length} findings`);
for (const words of wrong) console.log("  " + words);
await browser.close();
await server.stop();
process.exit(wrong.length ? 1 : 0);
