// Live games under load: GAMES tables (2,000), each with one player's connection and one watcher's on every tenth, a
// move every PAUSE ms (10,000) in each, for SECONDS (60). Prints how long acknowledgements took, whether every
// acknowledged move is there afterwards, and the memory of the server.
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import WebSocket from "ws";
import { get, post, start } from "./server.mjs";

const GAMES = Number(process.env.GAMES ?? 2000);
const PAUSE = Number(process.env.PAUSE ?? 10000);
const SECONDS = Number(process.env.SECONDS ?? 60);
const GAME = process.env.GAME ?? "reversi";
const server = await start();
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))[1]) / 1024;
const empty = rss();

const tables = [];
const begun = performance.now();
for (let i = 0; i < GAMES; i += 20) {
  const made = await Promise.all(Array.from({ length: Math.min(20, GAMES - i) }, () => post(server.address, "/api/tables", { game: GAME, seats: [] })));
  for (const m of made) {
    if (m.status !== 201) throw new Error(JSON.stringify(m));
    tables.push({ ...m.body, acked: 0, sent: 0, names: [], ply: 0 });
  }
}
console.log(`${GAMES} tables of ${GAME} opened in ${((performance.now() - begun) / 1000).toFixed(1)} s`);

const waits = [];
const delivered = [];
let errors = 0;
let running = true;
function connect(t, watch) {
  return new Promise((resolve, reject) => {
    const ws = new WebSocket(`${server.address.replace("http", "ws")}/api/tables/${t.id}/live`);
    ws.on("error", reject);
    ws.on("open", () => ws.send(JSON.stringify({ t: "hello", token: watch ? "" : t.token, ground: 0 })));
    ws.on("message", (data) => {
      const m = JSON.parse(data);
      if (m.t === "state") {
        if (watch) {
          if (t.sentAt && m.table.ply === t.sentPly + 1) delivered.push(performance.now() - t.sentAt);
        } else {
          t.ply = m.table.ply;
          t.over = m.table.over;
          t.choices = m.scene.choices;
        }
        resolve(ws);
      } else if (m.t === "ack") {
        waits.push(performance.now() - t.sentAt);
        t.acked = m.ply;
        t.waiting = false;
      } else if (m.t === "no") {
        errors += 1;
        t.waiting = false;
      }
    });
    ws.on("close", () => { if (running) errors += 1; });
  });
}
const sockets = [];
for (let i = 0; i < tables.length; i += 50) {
  sockets.push(...(await Promise.all(tables.slice(i, i + 50).map((t) => connect(t, false)))));
}
for (let i = 0; i < tables.length; i += 10) sockets.push(await connect(tables[i], true));
console.log(`${sockets.length} connections; ${rss().toFixed(0)} MB, ${(((rss() - empty) * 1024) / GAMES).toFixed(0)} kB for each table (empty server ${empty.toFixed(0)} MB)`);

function move(t, ws) {
  if (!running) return;
  if (!t.waiting && !t.over && t.choices?.length) {
    const c = t.choices[Math.floor(Math.random() * t.choices.length)];
    t.waiting = true;
    t.sentPly = t.ply;
    t.sentAt = performance.now();
    ws.send(JSON.stringify({ t: "play", id: ++t.sent, ply: t.ply, name: c.name }));
  }
  setTimeout(() => move(t, ws), PAUSE * (0.9 + Math.random() * 0.2));
}
const cpu = () => readFileSync(`/proc/${server.child.pid}/stat`, "utf8").split(" ").slice(13, 15).reduce((a, b) => a + Number(b), 0) / 100;
const before = cpu();
// How late this program itself is: part of every figure below.
const late = monitorEventLoopDelay({ resolution: 5 });
late.enable();
const own = process.cpuUsage();
tables.forEach((t, i) => setTimeout(() => move(t, sockets[i]), Math.random() * PAUSE));
await new Promise((r) => setTimeout(r, SECONDS * 1000));
const used = cpu() - before;
late.disable();
const mine = process.cpuUsage(own);
running = false;
await new Promise((r) => setTimeout(r, 2000));
for (const ws of sockets) ws.close();

const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))]?.toFixed(1);
let lost = 0;
for (let i = 0; i < tables.length; i += 50) {
  const now = await Promise.all(tables.slice(i, i + 50).map((t) => get(server.address, `/api/tables/${t.id}`, t.token)));
  now.forEach((n, k) => { if ((n.body.table?.ply ?? -1) < tables[i + k].acked) lost += 1; });
}
console.log(`${waits.length} moves acknowledged in ${SECONDS} s (${(waits.length / SECONDS).toFixed(0)} a second); load of the machine ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]}; the server used ${used.toFixed(1)} s of CPU, ${((used / waits.length) * 1000).toFixed(2)} ms a move`);
console.log(`acknowledgement p50 ${quantile(waits, 0.5)} ms, p90 ${quantile(waits, 0.9)} ms, p99 ${quantile(waits, 0.99)} ms; watchers saw it after p50 ${quantile(delivered, 0.5)} ms, p99 ${quantile(delivered, 0.99)} ms`);
console.log(`this generator: ${((mine.user + mine.system) / 1e6).toFixed(1)} s of CPU, late by p50 ${(late.percentile(50) / 1e6 - 5).toFixed(1)} ms, p99 ${(late.percentile(99) / 1e6 - 5).toFixed(1)} ms`);
console.log(`errors ${errors}, lost moves ${lost}, memory ${rss().toFixed(0)} MB`);
await server.stop();
process.exit(lost || errors ? 1 : 0);
