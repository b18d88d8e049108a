// Every game of a folder: its page, its picture, a table, and five moves. CORPUS names the folder.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { get, post, root, start } from "./server.mjs";

const folder = process.env.CORPUS ?? join(root, "../shared/reference/corpus/lud");
if (!existsSync(folder)) {
  console.log(`skipped: no games in ${folder} (name a folder in CORPUS)`);
  process.exit(0);
}
const EVERY = Number(process.env.EVERY ?? 1);
const server = await start({ games: [folder], data: process.env.DATA || undefined });
console.log(`listening after ${server.startMs.toFixed(0)} ms`);
const keys = [];
for (let page = 0; ; page++) {
  const answer = await get(server.address, `/api/games?page=${page}`);
  keys.push(...answer.body.games.map((g) => g.key));
  if (keys.length >= answer.body.total || !answer.body.games.length) break;
}
const pages = [];
const bad = [];
let played = 0;
let unplayable = 0;
for (const [i, key] of keys.entries()) {
  if (i % EVERY) continue;
  let begun = performance.now();
  const page = await fetch(`${server.address}/games/${key}`);
  await page.text();
  const first = performance.now() - begun;
  if (page.status !== 200) { bad.push(`${key}: page ${page.status}`); continue; }
  begun = performance.now();
  await (await fetch(`${server.address}/games/${key}`)).text();
  pages.push([first, performance.now() - begun]);
  const picture = await fetch(`${server.address}/thumb/${key}.svg`);
  if (picture.status !== 200) bad.push(`${key}: picture ${picture.status}`);
  await picture.text();
  const facts = (await get(server.address, `/api/games/${key}`)).body.facts;
  if (facts.playable === false) { unplayable += 1; if (unplayable < 20) console.log(`  ${key} is not playable: ${facts.problem}`); continue; }
  const made = await post(server.address, "/api/tables", { game: key, seats: [] });
  if (made.status !== 201) { bad.push(`${key}: table ${made.status} ${made.body.error}`); continue; }
  const ground = await get(server.address, `/api/tables/${made.body.id}/ground`, made.body.token);
  if (ground.status !== 200 || !ground.body.spots) bad.push(`${key}: ground ${ground.status}`);
  for (let m = 0; m < 5; m++) {
    const now = await get(server.address, `/api/tables/${made.body.id}`, made.body.token);
    if (now.status !== 200) { bad.push(`${key}: move ${m}: ${now.status} ${now.body.error}`); break; }
    if (now.body.table.over) break;
    const { choices } = now.body.scene;
    if (!choices.length) { bad.push(`${key}: no choices at move ${m}`); break; }
    const places = new Set(ground.body.spots?.map((s) => s.key));
    const c = choices[Math.floor(choices.length / 2)];
    if (c.to && !places.has(c.to) && now.body.scene.ground === ground.body.version) bad.push(`${key}: ${c.name} goes to ${c.to}, which is no place`);
    const answer = await post(server.address, `/api/tables/${made.body.id}/moves`, { ply: now.body.table.ply, name: c.name }, made.body.token);
    if (answer.status !== 200) { bad.push(`${key}: ${c.name}: ${answer.status} ${answer.body.error}`); break; }
    played += 1;
  }
}
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]?.toFixed(1);
const searches = [];
for (const q of ["chess", "shatrnaj", "nine mens moris", "mancala", "hexx", "go", "backgamon", "x"]) {
  const begun = performance.now();
  await get(server.address, `/api/games?q=${encodeURIComponent(q)}`);
  searches.push(performance.now() - begun);
}
const lists = [];
for (let i = 0; i < 10; i++) { const begun = performance.now(); await (await fetch(`${server.address}/`)).text(); lists.push(performance.now() - begun); }
console.log(`${pages.length} games, ${unplayable} not playable, ${played} moves played, ${bad.length} errors`);
console.log(`page p50 ${median(pages.map((p) => p[1]))} ms (first time ${median(pages.map((p) => p[0]))} ms), list p50 ${median(lists)} ms, search p50 ${median(searches)} ms, worst ${Math.max(...searches).toFixed(0)} ms`);
for (const b of bad.slice(0, 60)) console.log(`  ${b}`);
await server.stop();
const again = await start({ games: [folder], data: server.data });
const t = performance.now();
await (await fetch(`${again.address}/`)).text();
console.log(`second start: listening after ${again.startMs.toFixed(0)} ms, first page after ${(again.startMs + performance.now() - t).toFixed(0)} ms`);
await again.stop();
process.exit(bad.length ? 1 : 0);
