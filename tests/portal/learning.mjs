// Learn a game, play it, solve three puzzles, analyse a game: in Chromium, as somebody does it, with the clicks counted and
// pictures at both sizes and in both colour schemes (SHOTS=DIR keeps them).
import assert from "node:assert/strict";
import { accessible, fresh, launch, problems, shot } from "./chromium.mjs";
import { start, post } from "./server.mjs";

const portal = await start();
const browser = await launch();
const { address } = portal;
let clicks = 0;
const click = async (target) => { clicks += 1; await target.click(); };
const ready = (page, id) => page.waitForFunction((id) => document.getElementById(id).dataset.ready === "yes", id);

/** Clicks the place with this key on the board. */
async function place(page, key) {
  const at = await page.evaluate((key) => {
    const node = document.querySelector(`.spot[data-key="${key}"]`);
    const [x, y] = node.getAttribute("data-at").split(" ").map(Number);
    const p = new DOMPoint(x, y).matrixTransform(document.querySelector("#board svg > g").getScreenCTM());
    return [p.x, p.y];
  }, key);
  clicks += 1;
  await page.mouse.click(at[0], at[1]);
}

/** Makes a move that the server names, by pointing. */
async function makeMove(page, line, name) {
  const told = (await post(address, "/api/board", { ...line, want: { scene: { ground: false } } })).body;
  const choice = told.scene.choices.find((c) => c.name === name);
  assert.ok(choice, `${name} can be chosen`);
  if (!choice.to) return click(page.locator(`#said [data-name="${name}"]`));
  // A place in a hand from which everything comes is not pointed at.
  const hands = new Set(told.scene.choices.map((c) => c.from));
  if (choice.from && !(hands.size === 1 && !/^[cev]\d+$/.test(choice.from))) {
    await place(page, choice.from);
    await page.waitForTimeout(60);
  }
  await place(page, choice.to);
  await page.waitForTimeout(60);
  const asked = page.locator(`#chooser:not([hidden]) [data-name="${name}"]`);
  if (await asked.count()) await click(asked);
}

async function learn(page, key) {
  await page.goto(`${address}/games/${key}`);
  await click(page.locator(`.doors a[href^="/games/${key}/learn"]`));
  await ready(page, "lesson");
  const lesson = (await post(address, "/api/board", { game: key, moves: [], want: "lesson" })).body;
  for (const step of lesson.steps) {
    await page.waitForFunction((n) => document.getElementById("lesson").dataset.step === String(n), step.n);
    if (step.kind === "play") break;
    if (step.wanted.length) {
      if (await page.locator("#show").isVisible()) await click(page.locator("#show"));
      else await makePieceMove(page);
      await page.waitForFunction(() => document.getElementById("told").className.includes("good"));
    }
    await click(page.locator("#next"));
  }
  assert.match(await page.locator("#task").textContent(), /beginner/);
}

/** In a step about a piece it is picked already: any of its places. */
async function makePieceMove(page) {
  await page.waitForTimeout(100);
  const dot = page.locator("#board .dot, #board .ring").first();
  const box = await dot.boundingBox();
  clicks += 1;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function puzzles(page, n) {
  await page.goto(`${address}/puzzles`);
  await accessible(page, "puzzles");
  await click(page.locator("#goon"));
  for (let i = 0; i < n; i++) {
    await page.waitForLoadState();
    await ready(page, "puzzle");
    const puzzle = JSON.parse(await page.locator("#puzzle").getAttribute("data-puzzle"));
    const state = () => page.evaluate(() => ({ ...document.getElementById("puzzle").dataset }));
    for (let now = await state(); now.solved !== "yes"; now = await state()) {
      // The page answers as the line does: the longest defence.
      const made = Number(now.made);
      await makeMove(page, { ...puzzle.of, seed: puzzle.seed, moves: [...puzzle.moves, ...puzzle.line.slice(0, made)] }, puzzle.line[made]);
      await page.waitForFunction((made) => {
        const { solved, made: now } = document.getElementById("puzzle").dataset;
        return solved === "yes" || Number(now) > made;
      }, made);
      await page.waitForTimeout(250);
    }
    await page.waitForFunction(() => document.getElementById("puzzle").dataset.solved === "yes", null, { timeout: 15000 });
    if (i < n - 1) await Promise.all([page.waitForNavigation(), click(page.locator("#next"))]);
  }
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("ludarium-puzzles")));
  assert.ok(kept.row >= n, `${n} in a row: ${JSON.stringify(kept)}`);
}

const SCHOLAR = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";

async function analyse(page) {
  await page.goto(`${address}/study`);
  if (!process.env.SHOTS) await accessible(page, "study");
  await page.locator("#text").fill(SCHOLAR);
  await Promise.all([page.waitForNavigation(), click(page.locator("#import button[type=submit]"))]);
  await ready(page, "study");
  assert.match(await page.locator("#status").textContent(), /White wins/);
  await click(page.locator("#analyse"));
  await page.waitForFunction(() => document.getElementById("study").dataset.analysed !== undefined, null, { timeout: 60000 });
  assert.ok(Number(await page.locator("#study").getAttribute("data-analysed")) >= 1, "3… Nf6 is a turning point");
  assert.match(await page.locator("#turns").textContent(), /Nf6/);
}

async function everywhere(name, work) {
  for (const [size, viewport] of [["phone", { width: 390, height: 844 }], ["desktop", { width: 1280, height: 900 }]]) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await fresh(browser, { viewport, colorScheme });
      await work(page, async (what) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 1, `${name} ${what} on ${size} is ${wide} px too wide`);
        await shot(page, `${name}-${what}-${size}-${colorScheme}`);
      });
      await page.context().close();
    }
  }
}

const counts = {};
const task = async (name, work) => {
  clicks = 0;
  const begun = performance.now();
  const page = await fresh(browser);
  await work(page);
  counts[name] = clicks;
  console.log(`ok  ${name}: ${clicks} clicks, ${Math.round(performance.now() - begun)} ms`);
  await accessible(page, name);
  await page.context().close();
};

try {
  await task("learn breakthrough", (page) => learn(page, "breakthrough"));
  await task("learn chess", (page) => learn(page, "chess"));
  await task("play it", async (page) => {
    await learn(page, "breakthrough");
    clicks = 0;
    const lesson = (await post(address, "/api/board", { game: "breakthrough", moves: [], want: "lesson" })).body;
    const base = { lesson: lesson.steps.length - 1 };
    const told = (await post(address, "/api/board", { game: "breakthrough", base, moves: [], want: { scene: { ground: false } } })).body;
    await makeMove(page, { game: "breakthrough", base, moves: [] }, told.scene.choices[0].name);
    await page.waitForFunction(() => /Your move|better/.test(document.getElementById("told").textContent), null, { timeout: 20000 });
    await click(page.locator("#hint"));
    await page.waitForFunction(() => /best/.test(document.getElementById("told").textContent));
  });
  await task("solve three puzzles", (page) => puzzles(page, 3));
  await task("a wrong move is told as such", async (page) => {
    await page.goto(`${address}/puzzles/next?by=game:breakthrough`);
    await ready(page, "puzzle");
    const puzzle = JSON.parse(await page.locator("#puzzle").getAttribute("data-puzzle"));
    const line = { ...puzzle.of, seed: puzzle.seed, moves: puzzle.moves };
    const told = (await post(address, "/api/board", { ...line, want: { scene: { ground: false } } })).body;
    const wrong = told.scene.choices.find((c) => c.name !== puzzle.line[0]);
    await makeMove(page, line, wrong.name);
    await page.waitForFunction(() => document.getElementById("told").className.includes("bad"));
    await click(page.locator("#again"));
    await click(page.locator("#solution"));
    await page.waitForFunction(() => /solution/.test(document.getElementById("told").textContent), null, { timeout: 20000 });
  });
  await task("analyse a game", async (page) => {
    await analyse(page);
    await page.locator("#comment").fill("a pretty mate");
    await click(page.locator("#draw"));
    await place(page, "c39");
    await place(page, "c53");
    await click(page.locator("#draw"));
    await click(page.locator("#share"));
    await page.waitForSelector("#address");
    const there = await page.locator("#address").getAttribute("href");
    const other = await fresh(browser);
    await other.goto(address + there);
    await ready(other, "study");
    await other.locator("#last").click();
    await other.waitForFunction(() => document.querySelectorAll(".studymarks .arrow").length === 1);
    assert.match(await other.locator("#tree").textContent(), /a pretty mate/);
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const reader = await plain.newPage();
    await reader.goto(address + there);
    assert.match(await reader.locator("#tree").textContent(), /Qxf7#/);
    await plain.close();
    await other.context().close();
  });
  await task("puzzles of a game somebody wrote", async (page) => {
    const text = `(game "Threes" (players 2) (equipment { (board (square 4)) (piece "Disc" Each) }) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`;
    const { id } = (await post(address, "/api/written", { text })).body;
    await page.goto(`${address}/games/written-${id}/learn`);
    await ready(page, "lesson");
    await page.goto(`${address}/games/written-${id}/puzzles`);
    await Promise.all([page.waitForNavigation({ timeout: 30000 }), click(page.locator("#make"))]);
    await click(page.locator(".puzzlerows a").first());
    await ready(page, "puzzle");
  });
  if (process.env.SHOTS) {
    await everywhere("learn", async (page, keep) => {
      for (const [game, step] of [["chess", 1], ["chess", 3], ["oware", 1], ["hex", 2]]) {
        await page.goto(`${address}/games/${game}/learn#${step}`);
        await page.reload();
        await ready(page, "lesson");
        await page.waitForTimeout(300);
        await keep(`${game}${step}`);
      }
    });
    await everywhere("puzzles", async (page, keep) => {
      await page.goto(`${address}/puzzles`);
      await keep("index");
      await page.goto(`${address}/games/chess/puzzles`);
      await keep("list");
      await page.goto(`${address}/puzzles/next?by=game:chess`);
      await ready(page, "puzzle");
      await keep("one");
    });
    await everywhere("study", async (page, keep) => {
      await page.goto(`${address}/study`);
      await keep("start");
      await analyse(page);
      await page.locator("#prev").click();
      await page.waitForTimeout(400);
      await keep("analysed");
    });
  }
  assert.deepEqual(problems, [], "nothing went wrong on the pages");
  console.log(JSON.stringify(counts));
} finally {
  await browser.close();
  await portal.stop();
}
