// A robot that plays by real mouse clicks at the middle of what is drawn, in Chromium, and reports every click that did
// nothing, every move that the page did not show, dice on the page that are not those of the position, and seats that do
// not fit the outcome of finished games.
//
//   node robot.mjs                          every library game and 300 of the corpus, 20 plies each, at both sizes
//   node robot.mjs --library                library games only        --games 50     so many of the corpus
//   node robot.mjs --sample 12              a few of the library       --only shogi   one game (a part of its key)
//   --plies 20  --size 1280x800,390x844  --seed 7  --pages 3  --finished 60 --swaps 20  --out report.json  --shots folder
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { basename, join } from "node:path";
import { launch } from "./chromium.mjs";
import { clicks, move, numbers, shuffled, textHash } from "./hand.mjs";
import { freshFolder, get, post, program, root, start } from "./server.mjs";

const args = process.argv.slice(2);
const flag = (name) => args.includes(`--${name}`);
const value = (name, usual) => (flag(name) ? args[args.indexOf(`--${name}`) + 1] : usual);
const PLIES = Number(value("plies", 20));
const SIZES = value("size", "1280x800,390x844").split(",").map((s) => s.split("x").map(Number));
const SEED = Number(value("seed", Math.floor(Math.random() * 1e9)));
const PAGES = Number(value("pages", 3));
const SAMPLE = Number(value("sample", 0));
const ONLY = value("only", "");
const CORPUS_GAMES = Number(value("games", flag("library") || SAMPLE || ONLY ? 0 : 300));
const FINISHED = Number(value("finished", flag("library") || SAMPLE || ONLY || flag("games") ? 0 : 60));
const SWAPS = Number(value("swaps", Math.floor(FINISHED / 3)));
const SHOTS = value("shots", "");
/** A click that has not shown after so long did nothing. */
const PATIENCE = Number(value("patience", 4000));

const browser = await launch();

const next = numbers(SEED);
const library = readdirSync(join(root, "games"), { withFileTypes: true }).filter((d) => d.isDirectory()).map((d) => d.name);
const corpus = process.env.CORPUS ?? join(root, "../shared/reference/corpus/lud");
const folders = [];
if (CORPUS_GAMES) {
  if (!existsSync(corpus)) console.log(`no corpus in ${corpus}: library games only`);
  else {
    // Only the games that were drawn are served: reading all of them would cost more than playing.
    const all = readdirSync(corpus, { recursive: true }).filter((f) => String(f).endsWith(".lud")).map(String).sort();
    const folder = freshFolder();
    const drawn = shuffled(all, next).slice(0, CORPUS_GAMES);
    for (const [i, file] of drawn.entries()) {
      mkdirSync(join(folder, String(i)), { recursive: true });
      copyFileSync(join(corpus, file), join(folder, String(i), basename(file)));
    }
    folders.push(folder);
  }
}
const server = await start({ games: folders });
const listed = [];
for (let page = 0; ; page++) {
  const answer = await get(server.address, `/api/games?page=${page}`);
  listed.push(...answer.body.games.map((g) => g.key));
  if (!answer.body.games.length || listed.length >= answer.body.total) break;
}
let keys = flag("games") && !flag("library") ? listed.filter((k) => !library.includes(k)) : listed;
if (ONLY) keys = keys.filter((k) => k.includes(ONLY));
if (SAMPLE) keys = shuffled(keys, next).slice(0, SAMPLE);
console.log(`seed ${SEED}: ${keys.length} games, ${PLIES} plies, ${SIZES.map((s) => s.join("x")).join(" and ")}`);
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

/** Games whose second player may swap; found out by playing. */
const swappable = new Map();
const report = { seed: SEED, games: 0, unplayable: [], plies: 0, clicks: 0, swallowed: [], wrong: [], dice: { looked: 0, wrong: [] }, finished: { looked: 0, swapped: 0, wrong: [] } };

async function freshPage([width, height]) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  page.errors = [];
  page.on("pageerror", (e) => page.errors.push(`script error: ${e.message}`));
  page.on("dialog", (d) => d.accept());
  await page.goto(`${server.address}/help`);
  return page;
}

/** Opens a table at which the robot has all seats. */
async function sit(page, key) {
  const facts = (await get(server.address, `/api/games/${encodeURIComponent(key)}`)).body.facts;
  if (facts?.playable === false) return null;
  const seats = Array.from({ length: facts?.players ?? 0 }, (_, i) => ({ who: "me", name: `Robot ${"ABCDEFGHIJKLMNOP"[i]}` }));
  const made = await post(server.address, "/api/tables", { game: key, seats });
  if (made.status !== 201) return null;
  await page.evaluate(([id, held]) => localStorage.setItem("ludarium-seats", JSON.stringify({ [id]: held })), [made.body.id, { token: made.body.token, invites: made.body.invites }]);
  await page.goto(`${server.address}/play/${made.body.id}`);
  await page.waitForFunction(() => document.getElementById("table").dataset.version !== undefined);
  return { id: made.body.id, token: made.body.token };
}
const state = async (table) => (await get(server.address, `/api/tables/${table.id}`, table.token)).body;
const version = (page) => page.evaluate(() => Number(document.getElementById("table").dataset.version));
/** Waits until the page shows more than it did. */
const shows = (page, after, patience) =>
  page.waitForFunction((v) => Number(document.getElementById("table").dataset.version) > v, after, { timeout: patience }).then(() => true, () => false);

/** Do the dice drawn on the page show what the position says? */
async function dice(page, key, scene, where) {
  const wanted = (scene.dice ?? []).map((d) => d.faces.join(","));
  if (!wanted.length) return;
  report.dice.looked += 1;
  const shown = await page.evaluate(() => [...document.querySelectorAll("#dice [data-faces]")].map((d) => d.dataset.faces));
  const drawn = await page.evaluate(() => [...document.querySelectorAll("#board [data-die]")].map((d) => Number(d.getAttribute("data-die"))));
  const faces = (scene.dice ?? []).flatMap((d) => d.faces);
  if (wanted.join(";") !== shown.join(";")) report.dice.wrong.push(`${key} ${where}: page ${shown.join(";")}, position ${wanted.join(";")}`);
  else if (drawn.length && [...drawn].sort().join() !== [...faces].sort().join()) report.dice.wrong.push(`${key} ${where}: drawn ${drawn}, position ${faces}`);
}

/** Plays some plies of a game. */
async function play(page, key, size) {
  const random = numbers(SEED ^ textHash(key));
  const table = await sit(page, key);
  if (!table) {
    report.unplayable.push(key);
    return;
  }
  report.games += 1;
  const ground = (await get(server.address, `/api/tables/${table.id}/ground`, table.token)).body;
  const places = new Map(ground.spots?.map((s) => [s.key, s.of]));
  let lost = 0;
  for (let ply = 0; ply < PLIES && lost < 3; ply++) {
    const where = `${size.join("x")} ply ${ply}`;
    const { table: now, scene } = await state(table);
    if (now.over || !scene.choices.length) {
      if (!now.over) report.wrong.push(`${key} ${where}: no choices, not over`);
      break;
    }
    if ((await version(page)) < now.version && !(await shows(page, now.version - 1, PATIENCE))) report.wrong.push(`${key} ${where}: the page shows an older position`);
    await dice(page, key, scene, where);
    const choice = scene.choices[Math.floor(random() * scene.choices.length)];
    const before = await version(page);
    const why = await move(page, choice, scene, places, random);
    if (why === null && (await shows(page, before, PATIENCE))) {
      report.plies += 1;
      const listed = await page.evaluate(() => document.querySelectorAll("#moves li").length);
      const told = await state(table);
      if (told.table.ply > now.ply && listed !== told.table.ply && told.table.version === (await version(page))) report.wrong.push(`${key} ${where}: ${listed} moves listed, ${told.table.ply} made`);
      const last = told.table.moves.at(-1);
      // Choices that go the same way and read the same (by either of two equal dice) are one.
      const played = scene.choices.find((c) => c.name === last?.[1]);
      const same = played && ["from", "to", "detail"].every((part) => played[part] === choice[part]);
      if (last && told.table.ply === now.ply + 1 && !told.table.hidden && !same && !last[1].split("+").includes(choice.name)) report.wrong.push(`${key} ${where}: ${choice.name} was meant, ${last[1]} was played`);
      continue;
    }
    lost += 1;
    const says = await page.evaluate(() => document.getElementById("says").textContent);
    report.swallowed.push(`${key} ${where} ${choice.name} (${choice.from ?? ""}>${choice.to ?? ""}): ${why ?? "nothing happened"}${says ? `; the page says: ${says}` : ""}`);
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${key}-${size[0]}-${ply}.png`) });
    await page.keyboard.press("Escape");
    await post(server.address, `/api/tables/${table.id}/moves`, { ply: now.ply, name: choice.name }, table.token);
    await shows(page, before, PATIENCE);
  }
  if (SHOTS && lost === 0) await page.screenshot({ path: join(SHOTS, `${key}-${size[0]}.png`) });
  report.wrong.push(...page.errors.splice(0).map((e) => `${key} ${size.join("x")}: ${e}`));
}

/** The outcome of a game as the engine's protocol tells it: the ranks of players, from the names of all moves. */
async function outcome(key, moves) {
  const child = spawn(program, ["ugi", key], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout });
  child.stdin.write(`position startpos moves ${moves.join(" ")}\nquery gameover\nquery result\nquit\n`);
  const told = [];
  for await (const line of lines) told.push(line.trim());
  const answers = told.filter((l) => l.startsWith("response ")).map((l) => l.slice(9));
  return answers[0] === "true" ? answers[1] : null;
}

/** Plays a game to its end without clicks, then reads the page: who does it say has won? */
async function finish(page, key, wantsSwap, attempt) {
  const random = numbers(SEED ^ textHash(`${key} ${attempt}`));
  const table = await sit(page, key);
  if (!table) return false;
  let swapped = false;
  let now;
  for (let ply = 0; ply < 600; ply++) {
    now = await state(table);
    if (now.table.over) break;
    const { choices } = now.scene;
    if (wantsSwap && !swapped && ply > 3) return false;
    const swap = choices.find((c) => /^swap/i.test(c.name));
    const choice = wantsSwap && swap ? swap : choices[Math.floor(random() * choices.length)];
    if (!choice) return false;
    if (choice === swap && swap) swapped = true;
    const made = await post(server.address, `/api/tables/${table.id}/moves`, { ply: now.table.ply, name: choice.name }, table.token);
    if (made.status !== 200) return false;
  }
  if (!now.table.over || (wantsSwap && !swapped)) return false;
  const moves = now.table.moves.map((m) => m[1]);
  const result = await outcome(key, moves);
  if (!result) return false;
  await page.waitForFunction((v) => Number(document.getElementById("table").dataset.version) >= v, now.table.version);
  report.finished.looked += 1;
  if (swapped) report.finished.swapped += 1;
  // A swap exchanges who plays which side: whoever is in the first seat then plays the second side.
  const seat = moves.filter((m) => /^swap/i.test(m)).length % 2 ? { 1: "B", 2: "A" } : { 1: "A", 2: "B" };
  const status = await page.textContent("#status");
  const won = /^p(\d)win$/.exec(result)?.[1];
  const right = won ? new RegExp(`Robot ${seat[won]}[^.]* wins`).test(status) : result === "draw" ? /draw/i.test(status) : true;
  if (!right) report.finished.wrong.push(`${key} (${moves.slice(0, 4).join(" ")} …): engine ${result}, page "${status}"`);
  const marked = await page.evaluate(() => [...document.querySelectorAll(".seat.won")].map((s) => s.textContent));
  if (won && !(marked.length === 1 && marked[0].includes(`Robot ${seat[won]}`))) report.finished.wrong.push(`${key}: engine ${result}, winner's seat marked: ${marked.join(" | ")}`);
  return true;
}

/** The report so far: a run that is broken off has one too. */
function written() {
  report.clicks = clicks.made;
  writeFileSync(value("out"), JSON.stringify(report, null, 1));
}

/** Several pages share a list of tasks. */
async function share(tasks, size, work) {
  let at = 0;
  await Promise.all(Array.from({ length: Math.min(PAGES, tasks.length) }, async () => {
    const page = await freshPage(size);
    while (at < tasks.length) {
      const task = tasks[at++];
      try {
        await work(page, task);
      } catch (error) {
        report.wrong.push(`${task} ${size.join("x")}: ${String(error.message ?? error).split("\n")[0]}`);
      }
      if (at % 25 === 0 && flag("out")) written();
      if (at % 25 === 0) console.log(`  ${at} of ${tasks.length} at ${size.join("x")}: ${report.plies} plies, ${report.swallowed.length} clicks swallowed`);
    }
    await page.context().close();
  }));
}

const begun = performance.now();
for (const size of SIZES) await share(keys, size, (page, key) => play(page, key, size));
if (FINISHED) {
  const candidates = [];
  for (const key of library.filter((k) => listed.includes(k))) {
    const { facts } = (await get(server.address, `/api/games/${key}`)).body;
    if (facts?.playable !== false && facts?.players === 2 && !facts.chance && !facts.hidden) candidates.push(key);
  }
  const order = shuffled(candidates, next);
  let swaps = 0;
  let plain = 0;
  await share(order.flatMap((key) => [`${key} swap 1`, `${key} swap 2`, `${key} swap 3`, `${key} swap 4`]), SIZES[0], async (page, task) => {
    const [key, , attempt] = task.split(" ");
    if (swaps < SWAPS && swappable.get(key) !== false) {
      const done = await finish(page, key, true, attempt);
      swappable.set(key, done);
      if (done) swaps += 1;
    }
  });
  await share(order.flatMap((key) => [`${key} plain 1`, `${key} plain 2`]), SIZES[0], async (page, task) => {
    const [key, , attempt] = task.split(" ");
    if (plain < FINISHED - swaps && (await finish(page, key, false, attempt))) plain += 1;
  });
}
await browser.close();
await server.stop();
report.clicks = clicks.made;
const minutes = ((performance.now() - begun) / 60000).toFixed(1);
console.log(`${report.games} tables, ${report.plies} moves by ${report.clicks} clicks in ${minutes} min; ${report.unplayable.length} cannot be played`);
for (const [title, list] of [["clicks swallowed", report.swallowed], ["other faults", report.wrong], [`wrong dice (${report.dice.looked} looked at)`, report.dice.wrong], [`wrong outcomes (${report.finished.looked} games finished, ${report.finished.swapped} swapped)`, report.finished.wrong]]) {
  console.log(`${list.length} ${title}`);
  for (const line of list.slice(0, 80)) console.log(`  ${line}`);
}
if (flag("out")) written();
process.exit(report.swallowed.length + report.wrong.length + report.dice.wrong.length + report.finished.wrong.length ? 1 : 0);
