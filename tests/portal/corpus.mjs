// Every game of a folder: its page, the pages of its rulesets and concepts, its picture, a table, and five moves. CORPUS
// names the folder. JOURNAL=file keeps what was done, so that a run that was stopped goes on (keep DATA=folder too);
// EVERY=n takes every nth game.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { get, post, root, start } from "./server.mjs";

const folder = process.env.CORPUS ?? join(root, "../shared/reference/corpus/lud");
if (!existsSync(folder)) {
  console.log(`skipped: no games in ${folder} (name a folder in CORPUS)`);
  process.exit(0);
}
const EVERY = Number(process.env.EVERY ?? 1);
const JOURNAL = process.env.JOURNAL;
/** @type {Map<string, any>} what is known of each game: played, unplayable, bad, page times */
const done = new Map();
if (JOURNAL && existsSync(JOURNAL)) {
  for (const line of readFileSync(JOURNAL, "utf8").split("\n").filter(Boolean)) {
    const row = JSON.parse(line);
    done.set(row.key, row);
  }
}
const server = await start({ games: [folder], data: process.env.DATA || undefined });
console.log(`listening after ${server.startMs.toFixed(0)} ms`);
const keys = [];
for (let page = 0; ; page++) {
  const answer = await get(server.address, `/api/games?page=${page}`);
  keys.push(...answer.body.games.map((g) => g.key));
  if (keys.length >= answer.body.total || !answer.body.games.length) break;
}
const timed = async (path) => {
  const begun = performance.now();
  const answer = await fetch(server.address + path);
  const text = await answer.text();
  return { status: answer.status, text, ms: performance.now() - begun };
};
/** Everything that is to be looked at of one game. */
async function look(key) {
  const row = { key, played: 0, playable: true, bad: [], first: 0, again: 0, rulesets: 0 };
  const page = await timed(`/games/${key}`);
  if (page.status !== 200) return { ...row, bad: [`page ${page.status}`] };
  row.first = page.ms;
  row.again = (await timed(`/games/${key}`)).ms;
  for (const path of [`/thumb/${key}.svg`, `/games/${key}/concepts`, `/games/${key}/similar`]) {
    const { status } = await timed(path);
    if (status !== 200) row.bad.push(`${path} ${status}`);
  }
  const rulesets = [...new Set([...page.text.matchAll(/href="(\/games\/[^"/]+\/rulesets\/[^"]+)"/g)].map((m) => m[1]))];
  for (const path of rulesets.slice(0, 3)) {
    const { status } = await timed(path);
    row.rulesets += 1;
    if (status !== 200) row.bad.push(`${path} ${status}`);
  }
  const facts = (await get(server.address, `/api/games/${key}`)).body.facts;
  if (facts.playable === false) return { ...row, playable: false, why: facts.problem };
  const made = await post(server.address, "/api/tables", { game: key, seats: [] });
  if (made.status !== 201) return { ...row, bad: [...row.bad, `table ${made.status} ${made.body.error}`] };
  const ground = await get(server.address, `/api/tables/${made.body.id}/ground`, made.body.token);
  if (ground.status !== 200) row.bad.push(`ground ${ground.status} ${ground.body.error}`);
  const places = new Set(ground.body.spots?.map((s) => s.key));
  for (let m = 0; m < 5; m++) {
    const now = await get(server.address, `/api/tables/${made.body.id}`, made.body.token);
    if (now.status !== 200) { row.bad.push(`move ${m}: ${now.status} ${now.body.error}`); break; }
    if (now.body.table.over) break;
    const { choices } = now.body.scene;
    if (!choices.length) { row.bad.push(`no choices at move ${m}`); break; }
    const c = choices[Math.floor(choices.length / 2)];
    if (c.to && !places.has(c.to) && now.body.scene.ground === ground.body.version) row.bad.push(`${c.name} goes to ${c.to}, which is no place`);
    const answer = await post(server.address, `/api/tables/${made.body.id}/moves`, { ply: now.body.table.ply, name: c.name }, made.body.token);
    if (answer.status !== 200) { row.bad.push(`${c.name}: ${answer.status} ${answer.body.error}`); break; }
    row.played += 1;
  }
  return row;
}
for (const [i, key] of keys.entries()) {
  if (i % EVERY || done.has(key)) continue;
  const row = await look(key).catch((error) => ({ key, played: 0, playable: true, bad: [String(error)], first: 0, again: 0, rulesets: 0 }));
  done.set(key, row);
  if (JOURNAL) appendFileSync(JOURNAL, `${JSON.stringify(row)}\n`);
}
const rows = [...done.values()];
const pages = rows.filter((r) => r.first).map((r) => [r.first, r.again]);
const bad = rows.flatMap((r) => r.bad.map((b) => `${r.key}: ${b}`));
const played = rows.reduce((n, r) => n + r.played, 0);
const unplayable = rows.filter((r) => !r.playable);
const rulesets = rows.reduce((n, r) => n + r.rulesets, 0);
for (const r of unplayable) console.log(`  ${r.key} is not playable: ${r.why}`);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]?.toFixed(1);
const searches = [];
for (const q of ["chess", "shatrnaj", "nine mens moris", "mancala", "hexx", "go", "backgamon", "x"]) {
  const begun = performance.now();
  await get(server.address, `/api/games?q=${encodeURIComponent(q)}`);
  searches.push(performance.now() - begun);
}
const lists = [];
for (let i = 0; i < 10; i++) { const begun = performance.now(); await (await fetch(`${server.address}/`)).text(); lists.push(performance.now() - begun); }
console.log(`${rows.length} games, ${rulesets} pages of rulesets, ${unplayable.length} games not playable, ${played} moves played, ${bad.length} errors`);
console.log(`page p50 ${median(pages.map((p) => p[1]))} ms (first time ${median(pages.map((p) => p[0]))} ms), list p50 ${median(lists)} ms, search p50 ${median(searches)} ms, worst ${Math.max(...searches).toFixed(0)} ms`);
for (const b of bad.slice(0, 60)) console.log(`  ${b}`);
await server.stop();
const again = await start({ games: [folder], data: server.data });
const t = performance.now();
await (await fetch(`${again.address}/`)).text();
console.log(`second start: listening after ${again.startMs.toFixed(0)} ms, first page after ${(again.startMs + performance.now() - t).toFixed(0)} ms`);
await again.stop();
process.exit(bad.length ? 1 : 0);
