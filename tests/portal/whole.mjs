// Whole games by real mouse clicks: a person against the computer, in games and seats drawn at random. After each
// move the page is held against the server: whose turn it is, moves listed, dice, captured pieces, scores; at the end who
// has won, by the words and the marked seat. Pictures are for people to look at.
//
//   node whole.mjs                  ten games at each size        --only shogi   one game (its key)
//   --games 10  --level 1  --size 1280x800,390x844  --seed 7  --plies 240  --shots folder
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "./chromium.mjs";
import { clicks, move, numbers, shuffled } from "./hand.mjs";
import { get, post, root, start } from "./server.mjs";

const args = process.argv.slice(2);
const flag = (name) => args.includes(`--${name}`);
const value = (name, usual) => (flag(name) ? args[args.indexOf(`--${name}`) + 1] : usual);
const GAMES = Number(value("games", 10));
const LEVEL = Number(value("level", 1));
const SIZES = value("size", "1280x800,390x844").split(",").map((s) => s.split("x").map(Number));
const SEED = Number(value("seed", Math.floor(Math.random() * 1e9)));
const PLIES = Number(value("plies", 240));
const SHOTS = value("shots", "");
const ONLY = value("only", "");
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

const browser = await launch();
const server = await start({});
const random = numbers(SEED);
const faults = [];
const library = readdirSync(join(root, "games"), { withFileTypes: true }).filter((d) => d.isDirectory()).map((d) => d.name);
const pick = (list) => list[Math.floor(random() * list.length)];

async function sit(page, key, facts) {
  const own = 1 + Math.floor(random() * facts.players);
  const seats = Array.from({ length: facts.players }, (_, i) => (i + 1 === own ? { who: "me", name: "Person" } : { who: "computer", level: LEVEL }));
  const made = await post(server.address, "/api/tables", { game: key, seats });
  if (made.status !== 201) return null;
  await page.evaluate(([id, held]) => localStorage.setItem("ludarium-seats", JSON.stringify({ [id]: held })), [made.body.id, { token: made.body.token, invites: made.body.invites }]);
  await page.goto(`${server.address}/play/${made.body.id}`);
  await page.waitForFunction(() => document.getElementById("table").dataset.version !== undefined);
  return { id: made.body.id, token: made.body.token, own };
}
const state = async (table) => (await get(server.address, `/api/tables/${table.id}`, table.token)).body;
const caughtUp = (page, version) => page.waitForFunction((v) => Number(document.getElementById("table").dataset.version) >= v, version, { timeout: 10000 }).then(() => true, () => false);

/** What the page says, in words. */
const read = (page) => page.evaluate(() => {
  const text = (id) => document.getElementById(id)?.textContent.replace(/\s+/g, " ").trim() ?? "";
  return {
    status: text("status"), far: text("seats-far"), near: text("seats-near"), says: text("says"), explain: text("explain"),
    moves: document.querySelectorAll("#moves li").length,
    dice: [...document.querySelectorAll("#dice [data-faces]")].map((d) => d.dataset.faces).join(";"),
    won: [...document.querySelectorAll(".seat.won")].map((s) => s.textContent.replace(/\s+/g, " ").trim()),
    wide: document.documentElement.scrollWidth > innerWidth + 1,
  };
});

/** Holds the page against the server. */
async function compare(page, where, now) {
  const seen = await read(page);
  const wrong = (text) => faults.push(`${where}: ${text}`);
  if (seen.wide) wrong("the page is wider than the window");
  if (!now.table.hidden && seen.moves !== now.table.ply) wrong(`${seen.moves} moves listed, ${now.table.ply} made`);
  const dice = (now.scene.dice ?? []).map((d) => d.faces.join(",")).join(";");
  if (dice !== seen.dice) wrong(`dice ${seen.dice} on the page, ${dice} in the position`);
  for (const [i, points] of (now.scene.scores ?? []).entries()) {
    if (typeof points === "number" && points !== 0 && !`${seen.far} ${seen.near}`.includes(String(points))) wrong(`seat ${i + 1} has ${points} points, the page says ${seen.far} | ${seen.near}`);
  }
  return seen;
}

async function play(page, key, size) {
  const facts = (await get(server.address, `/api/games/${encodeURIComponent(key)}`)).body.facts;
  if (facts?.playable === false || !facts?.players) return false;
  const table = await sit(page, key, facts);
  if (!table) return false;
  const ground = (await get(server.address, `/api/tables/${table.id}/ground`, table.token)).body;
  const places = new Map(ground.spots?.map((s) => [s.key, s.of]));
  let own = 0;
  let now;
  for (let step = 0; step < PLIES * 8; step++) {
    now = await state(table);
    if (now.table.over || now.table.ply >= PLIES) break;
    const mine = now.scene.choices.length > 0;
    if (!mine) {
      await new Promise((r) => setTimeout(r, 120));
      continue;
    }
    const where = `${key} ${size.join("x")} seat ${table.own} ply ${now.table.ply}`;
    if (!(await caughtUp(page, now.table.version))) faults.push(`${where}: the page shows an older position`);
    await compare(page, where, now);
    if (SHOTS && (own === 1 || own === 8)) await page.screenshot({ path: join(SHOTS, `${key}-${size[0]}-${own}.png`) });
    const choice = pick(now.scene.choices);
    const before = now.table.version;
    const why = await move(page, choice, now.scene, places, random);
    const shown = why === null && (await page.waitForFunction((v) => Number(document.getElementById("table").dataset.version) > v, before, { timeout: 5000 }).then(() => true, () => false));
    if (!shown) {
      faults.push(`${where}: ${choice.name} (${choice.from ?? ""}>${choice.to ?? ""}): ${why ?? "nothing happened"}; ${(await read(page)).says}`);
      await page.keyboard.press("Escape");
      await post(server.address, `/api/tables/${table.id}/moves`, { ply: now.table.ply, name: choice.name }, table.token);
    }
    own += 1;
  }
  now = await state(table);
  await caughtUp(page, now.table.version);
  const where = `${key} ${size.join("x")} seat ${table.own}, end`;
  const seen = await compare(page, where, now);
  const ranks = now.table.ranks ?? [];
  const first = ranks.filter((r) => r === Math.min(...ranks)).length === 1 ? ranks.indexOf(Math.min(...ranks)) + 1 : 0;
  if (now.table.over && ranks.length > 1 && first) {
    const person = first === table.own;
    const marked = seen.won.join(" | ");
    if (seen.won.length !== 1 || marked.includes("Person") !== person) faults.push(`${where}: seat ${first} is first, marked: ${marked}`);
    if (!/wins/.test(seen.status) || /\(Person|Person[^.]*wins/.test(seen.status) !== person) faults.push(`${where}: seat ${first} is first, the page says ${seen.status}`);
  }
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `${key}-${size[0]}-end.png`) });
  console.log(`${key} ${size.join("x")}: ${now.table.ply} plies, person on seat ${table.own}; ${seen.status}`);
  faults.push(...page.errors.splice(0).map((e) => `${where}: ${e}`));
  return true;
}

console.log(`seed ${SEED}, level ${LEVEL}`);
for (const size of SIZES) {
  const context = await browser.newContext({ viewport: { width: size[0], height: size[1] }, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  page.errors = [];
  page.on("pageerror", (e) => page.errors.push(`script error: ${e.message}`));
  page.on("dialog", (d) => d.accept());
  await page.goto(`${server.address}/help`);
  const order = ONLY ? ONLY.split(",") : shuffled(library, random);
  let played = 0;
  for (const key of order) {
    if (played >= GAMES) break;
    try {
      if (await play(page, key, size)) played += 1;
    } catch (error) {
      faults.push(`${key} ${size.join("x")}: ${String(error.message ?? error).split("\n")[0]}`);
    }
  }
  await context.close();
}
await browser.close();
await server.stop();
console.log(`${clicks.made} clicks; ${faults.length} faults`);
for (const line of faults) console.log(`  ${line}`);
process.exit(faults.length ? 1 : 0);
