// kill -9 at random moments under load: KILLS (200) times; after each restart every acknowledged move must be there,
// at its place, and every table must open.
import { get, post, start } from "./server.mjs";

const KILLS = Number(process.env.KILLS ?? 200);
const TABLES = Number(process.env.TABLES ?? 20);
let server = await start();
const tables = [];
async function fresh() {
  const made = await post(server.address, "/api/tables", { game: "reversi", seats: [] });
  if (made.status !== 201) throw new Error(JSON.stringify(made));
  tables.push({ ...made.body, acked: [] });
}
for (let i = 0; i < TABLES; i++) await fresh();

let alive = true;
let total = 0;
let lost = 0;
let damaged = 0;
/** Plays random moves at one table until the server is gone. */
async function player(t) {
  while (alive) {
    try {
      const now = await get(server.address, `/api/tables/${t.id}`, t.token);
      if (now.status !== 200) { if (alive && now.status) { damaged += 1; console.log(`  table ${t.id}: ${now.status} ${JSON.stringify(now.body)}`); } return; }
      const { table, scene } = now.body;
      if (table.over || !scene.choices.length) { t.done = true; return; }
      const c = scene.choices[Math.floor(Math.random() * scene.choices.length)];
      const answer = await post(server.address, `/api/tables/${t.id}/moves`, { ply: table.ply, name: c.name }, t.token);
      if (answer.status === 200) { t.acked[table.ply] = c.name; total += 1; }
    } catch {
      return;
    }
  }
}
for (let k = 1; k <= KILLS; k++) {
  alive = true;
  for (const t of tables.filter((t) => t.done)) { tables.splice(tables.indexOf(t), 1); await fresh(); }
  const players = tables.slice(-TABLES).map(player);
  // At a random moment while moves are being made: at once, or after as many as there are tables.
  const until = total + Math.floor(Math.random() * TABLES * 1.5);
  for (let w = 0; w < 800 && total < until; w++) await new Promise((r) => setTimeout(r, 10));
  await new Promise((r) => setTimeout(r, Math.random() * 60));
  alive = false;
  await server.kill();
  await Promise.all(players);
  server = await start({ data: server.data });
  for (const t of tables.slice(-TABLES)) {
    const now = await get(server.address, `/api/tables/${t.id}/moves`, t.token);
    if (now.status !== 200) { damaged += 1; console.log(`  table ${t.id}: ${now.status} ${JSON.stringify(now.body)}`); continue; }
    t.acked.forEach((name, ply) => {
      if (name !== undefined && now.body.moves[ply] !== name) { lost += 1; console.log(`  table ${t.id}: move ${ply} ${name} is ${now.body.moves[ply]}`); }
    });
  }
  if (k % 20 === 0) console.log(`${k} kills, ${total} acknowledged moves, ${lost} lost, ${damaged} tables damaged`);
}
await server.stop();
console.log(`${KILLS} kills, ${total} acknowledged moves, ${lost} lost, ${damaged} tables damaged`);
process.exit(lost || damaged ? 1 : 0);
