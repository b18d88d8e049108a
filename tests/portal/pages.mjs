// How long pages take: each of a mix of pages many times, by one visitor after the other, when everything is indexed.
// `GAMES=folder DATA=folder node pages.mjs [rounds]`; DATA is a portal's folder that knows its games already.
import { start } from "./server.mjs";

const rounds = Number(process.argv[2] ?? 40);
const server = await start({ games: process.env.GAMES ? [process.env.GAMES] : [], ...(process.env.DATA ? { data: process.env.DATA } : {}) });
const ask = async (path) => { const a = await fetch(server.address + path); await a.arrayBuffer(); return a.status; };
let known = 0;
for (let last = -1; known !== last; ) {
  last = known;
  await new Promise((done) => setTimeout(done, 3000));
  known = (await (await fetch(`${server.address}/api/games?state=all`)).json()).facets.players ? Object.values((await (await fetch(`${server.address}/api/games?state=all`)).json()).facets.players).reduce((a, b) => a + b) : 0;
}
const { total } = await (await fetch(`${server.address}/api/games?state=all`)).json();
const WORDS = ["tigers", "stones in holes", "chess", "five in a row", "backgamon", "viking", "japanese", "jump over", "hexagons", "old egyptian", "king in the corner", "fox", "dice race", "draughts", "circle", "line of three"];
const pages = ["/", "/games", "/games?family=mancala", "/games?has=jumping&players=2", "/games?page=5", "/games/chess", "/games/oware", "/games/hex", "/references", "/about", "/downloads", "/map", "/api/map", "/notes", "/concepts", "/tutorials/1", "/games/chess/position?moves=e2-e4;e7-e5"];
const groups = { pages, searches: WORDS.map((w, i) => [`/games?q=${encodeURIComponent(w)}`, `/games?q=${encodeURIComponent(`${w} ${WORDS[(i + 3) % WORDS.length]}`)}`]).flat() };
console.log(`${total} games`);
for (const [name, list] of Object.entries(groups)) {
  for (const path of list) await ask(path);
  const all = [];
  const each = new Map();
  for (let i = 0; i < rounds; i++) {
    for (const path of list) {
      const begun = performance.now();
      const status = await ask(path);
      const took = performance.now() - begun;
      if (status !== 200) throw new Error(`${path}: ${status}`);
      all.push(took);
      each.set(path, [...(each.get(path) ?? []), took]);
    }
  }
  const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)];
  console.log(`${name}: ${all.length} requests, p50 ${at(all, 0.5).toFixed(1)} ms, p95 ${at(all, 0.95).toFixed(1)} ms, p99 ${at(all, 0.99).toFixed(1)} ms`);
  const slow = [...each].map(([path, l]) => [at(l, 0.5), path]).sort((a, b) => b[0] - a[0]).slice(0, 4);
  for (const [ms, path] of slow) console.log(`  p50 ${ms.toFixed(1)} ms ${path}`);
}
await server.stop();
