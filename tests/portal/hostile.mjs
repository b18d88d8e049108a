// Visitors who mean no good, beside ones who do: slow heads, slow bodies, readers who do not read, many connections, frames
// that are too long, nonsense frames, and descriptions made to run away, 50 of them while others play. Nothing may
// answer 5xx or die, bombs are stopped in time, the memory of the server stays flat, and the others go on playing.
// Prints what each thing did; `node hostile.mjs part-of-a-name` does only some. SECONDS (25) is how long the slow ones are watched.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, readdirSync, unlinkSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import WebSocket from "ws";
import { freshFolder, get, post, start } from "./server.mjs";

const SECONDS = Number(process.env.SECONDS ?? 25);
const only = process.argv[2];
const server = await start();
const { port } = server;
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))[1]) / 1024;
const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))];
const workers = () => readdirSync("/proc").filter((p) => /^\d+$/.test(p)).filter((p) => {
  try { return readFileSync(`/proc/${p}/stat`, "utf8").split(") ")[1].split(" ")[1] === String(server.child.pid); } catch { return false; }
}).length;

/** A bare connection: what came, whether and when it was closed. */
function raw(text) {
  const state = { text: "", closed: 0, begun: performance.now(), socket: net.connect(port, "127.0.0.1") };
  state.socket.on("connect", () => state.socket.write(text));
  state.socket.on("data", (d) => (state.text += d));
  state.socket.on("close", () => (state.closed = performance.now() - state.begun));
  state.socket.on("error", () => {});
  return state;
}

/** Somebody who plays, and notes how long each move took. */
async function player(until, waits) {
  let made = await post(server.address, "/api/tables", { game: "reversi", seats: [] });
  while (performance.now() < until) {
    const now = await get(server.address, `/api/tables/${made.body.id}`, made.body.token);
    assert.equal(now.status, 200);
    if (now.body.table.over || !now.body.scene.choices.length) { made = await post(server.address, "/api/tables", { game: "reversi", seats: [] }); continue; }
    const begun = performance.now();
    const answer = await post(server.address, `/api/tables/${made.body.id}/moves`, { ply: now.body.table.ply, name: now.body.scene.choices[0].name }, made.body.token);
    waits.push(performance.now() - begun);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    await sleep(100);
  }
}

// ---- bombs ----
const frame = (equipment, rules, players = 2) => `(game "Bomb" (players ${players}) (equipment {${equipment}}) (rules ${rules}))`;
const plain = "(board (square 5)) (piece \"Disc\" Each)";
const end = "(end (if (is Line 9) (result Mover Win)))";
const bombs = {
  "deep brackets": "(".repeat(500_000),
  "deep sets": `(game "B" ${"{".repeat(200_000)}`,
  "deep and closed": `${"(not ".repeat(100_000)}True${")".repeat(100_000)}`,
  "a megabyte of names": `(game "${"x".repeat(1_000_000)}")`,
  "a megabyte of words": "word ".repeat(200_000),
  "definitions that double": Array.from({ length: 40 }, (_, i) => `(define "D${i}" (and "D${i + 1}" "D${i + 1}"))`).join("\n") + `(define "D40" True)${frame(plain, `(play (if ("D0") (move Add (to (sites Empty))))) ${end}`)}`,
  "a definition of itself": `(define "A" ("A"))${frame(plain, `(play ("A")) ${end}`)}`,
  "two definitions of each other": `(define "A" ("B")) (define "B" ("A" #1))${frame(plain, `(play ("A" 1)) ${end}`)}`,
  "a board of a million": frame("(board (square 1000)) (piece \"Disc\" Each)", `(play (move Add (to (sites Empty)))) ${end}`),
  "a board of a billion": frame("(board (rectangle 1000000 1000000)) (piece \"Disc\" Each)", `(play (move Add (to (sites Empty)))) ${end}`),
  "a hexagon of ten thousand": frame("(board (hex 5000)) (piece \"Disc\" Each)", `(play (move Add (to (sites Empty)))) ${end}`),
  "a board of operators": frame(`(board ${"(dual ".repeat(40)}(square 20)${")".repeat(40)}) (piece "Disc" Each)`, `(play (move Add (to (sites Empty)))) ${end}`),
  "a board subdivided": frame(`(board ${"(subdivide ".repeat(20)}(hex 5)${")".repeat(20)}) (piece "Disc" Each)`, `(play (move Add (to (sites Empty)))) ${end}`),
  "a range of a billion": frame(`${plain} (regions "R" (sites {0..1000000000}))`, `(play (move Add (to (sites Empty)))) ${end}`),
  "a thousand players": frame(plain, `(play (move Add (to (sites Empty)))) ${end}`, 1000),
  "dice by the million": frame(`${plain} (dice d:1000000 num:1000000)`, `(play (do (roll) next:(move Add (to (sites Empty))))) ${end}`),
  "pieces by the billion": frame(`${plain} (hand Each size:1000000000)`, `(start (place "Disc1" (handSite 1) count:2000000000)) (play (move Add (to (sites Empty)))) ${end}`),
  "loops in loops": frame("(board (square 30)) (piece \"Disc\" Each)", `(play (forEach Site (sites Board) (forEach Site (sites Board) (forEach Site (sites Board) (move Add (to (sites Empty))))))) ${end}`),
  "moves that go on for ever": frame(plain, `(play (move Add (to (sites Empty)) (then (moveAgain)))) (end (if (= 1 2) (result Mover Win)))`),
  "a start that never ends": frame(plain, `(start (forEach Value 0 1000000000 (set Score P1 1))) (play (move Add (to (sites Empty)))) ${end}`),
  "values by the billion": frame(plain, `(play (forEach Value min:0 max:1000000000 (move Add (to (sites Empty))))) ${end}`),
  "a count of counts": frame("(board (square 40)) (piece \"Disc\" Each)", `(play (if (> (count Sites in:(forEach (sites Board) if:(> (count Sites in:(forEach (sites Board) if:(> (count Sites in:(sites Around (site) includeSelf:True)) 3))) 3))) 3) (move Add (to (sites Empty))))) ${end}`),
  "groups of groups": frame("(board (hex 30)) (piece \"Disc\" Each)", `(play (forEach Group (forEach Group (forEach Group (move Add (to (sites Empty))))))) ${end}`),
  "a ladder of steps": frame(`(board (square 9)) (piece "Disc" Each ${"(or ".repeat(150)}(move Step)${" (move Slide))".repeat(150)})`, `(start {(place "Disc1" {0..8}) (place "Disc2" {72..80})}) (play (forEach Piece)) ${end}`),
  "options without end": `${frame(plain, `(play (move Add (to (sites Empty)))) ${end}`)}${Array.from({ length: 3000 }, (_, i) => `(option "O${i}" <O${i}> args:{<a>} {(item "x" <1> "x") (item "y" <2> "y")})`).join("\n")}`,
  "control characters and other tongues": `(game "\u0000\u202e\ufeff𝔊ame" (players 2) ${"\u0007".repeat(1000)})`,
};
const hopeful = frame(plain, `(play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))`);

let failed = 0;
const report = async (name, test) => {
  if (only && !name.includes(only)) return;
  try { console.log(`ok    ${name}: ${await test()}`); } catch (error) { failed += 1; console.log(`FAIL  ${name}: ${error.message ?? error}`); }
};
await post(server.address, "/api/check", { text: hopeful });

await report("bombs beside people who play", async () => {
  const before = rss();
  const idle = [];
  await Promise.all(Array.from({ length: 5 }, () => player(performance.now() + 4000, idle)));
  const waits = [];
  let on = true;
  const people = Promise.all(Array.from({ length: 5 }, async () => { while (on) await player(performance.now() + 500, waits); }));
  const times = [];
  const all = Object.entries(bombs);
  let thrown = 0;
  const thrower = async (k) => {
    for (let i = k; i < Math.max(50, all.length); i += 4) {
      const [name, text] = all[i % all.length];
      const begun = performance.now();
      const answer = await post(server.address, "/api/check", { text });
      const took = performance.now() - begun;
      thrown += 1;
      assert.ok(answer.status < 500, `${name}: ${answer.status}`);
      assert.ok(answer.status !== 200 || answer.body.messages.length || answer.body.playable, `${name}: neither a message nor a game`);
      times.push([took, name]);
      if (answer.body.playable) {
        // It looks harmless: play it.
        const written = await post(server.address, "/api/written", { text });
        const made = await post(server.address, "/api/tables", { written: written.body.id, seats: [] });
        assert.ok(made.status < 500 || made.status === 503, `${name}: ${made.status}`);
        for (let m = 0; m < 5 && made.status === 201; m++) {
          const now = await get(server.address, `/api/tables/${made.body.id}`, made.body.token);
          if (now.status !== 200 || !now.body.scene.choices.length) break;
          await post(server.address, `/api/tables/${made.body.id}/moves`, { ply: now.body.table.ply, name: now.body.scene.choices[0].name }, made.body.token);
        }
      }
    }
  };
  await Promise.all([0, 1, 2, 3].map(thrower));
  on = false;
  await people;
  const after = rss();
  times.sort((a, b) => b[0] - a[0]);
  assert.ok(after < before + 150, `${before.toFixed(0)} MB grew to ${after.toFixed(0)} MB`);
  // Each is stopped after four seconds; two are looked at at a time, so that one may wait for others. The rest is for a
  // machine that has other things to do.
  assert.ok(times[0][0] < 60_000, `${times[0][1]} took ${times[0][0].toFixed(0)} ms`);
  const good = await post(server.address, "/api/check", { text: hopeful });
  assert.equal(good.body.playable, true);
  return `${thrown} thrown; slowest ${times.slice(0, 3).map(([t, n]) => `${n} ${t.toFixed(0)} ms`).join(", ")}; others' moves p50 ${quantile(idle, 0.5).toFixed(1)} → ${quantile(waits, 0.5).toFixed(1)} ms, p99 ${quantile(idle, 0.99).toFixed(0)} → ${quantile(waits, 0.99).toFixed(0)} ms; memory ${before.toFixed(0)} → ${after.toFixed(0)} MB; ${workers()} worker processes`;
});
await report("heads that never end", async () => {
  const slow = Array.from({ length: 50 }, () => raw("GET / HTTP/1.1\r\nHost: x\r\nX-A: "));
  const drip = setInterval(() => slow.forEach((s) => s.socket.writable && s.socket.write("a")), 1000);
  await sleep(SECONDS * 1000);
  clearInterval(drip);
  const open = slow.filter((s) => !s.closed).length;
  slow.forEach((s) => s.socket.destroy());
  assert.equal(open, 0, `${open} of 50 still open after ${SECONDS} s`);
  return `all closed after ${(quantile(slow.map((s) => s.closed), 1) / 1000).toFixed(1)} s`;
});
await report("a head that is too long", async () => {
  const big = raw(`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(300_000)}\r\n\r\n`);
  await sleep(1500);
  big.socket.destroy();
  assert.match(big.text, /^HTTP\/1.1 (431|400)|^$/);
  return big.text.split("\r\n")[0] || "closed";
});
await report("a body that never comes, and one that is too long", async () => {
  const slow = raw("POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{");
  const long = raw(`POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000000\r\n\r\n{`);
  await sleep(33_000);
  slow.socket.destroy();
  long.socket.destroy();
  assert.match(slow.text, /^HTTP\/1.1 (408|503)/, `the slow one: ${slow.text.slice(0, 60)}`);
  assert.match(long.text, /^HTTP\/1.1 413/, `the long one: ${long.text.slice(0, 60)}`);
  return `${slow.text.split("\r\n")[0]}; ${long.text.split("\r\n")[0]}`;
});
await report("readers who do not read", async () => {
  const before = rss();
  const files = () => readdirSync(`/proc/${server.child.pid}/fd`).length;
  const idle = files();
  const many = Array.from({ length: 50 }, () => {
    const socket = net.connect(port, "127.0.0.1");
    socket.on("error", () => {});
    // Hundreds of answers of a page each, none of them read: more than the system holds for a connection.
    socket.on("connect", () => { socket.pause(); socket.write("GET /ludemes HTTP/1.1\r\nHost: x\r\n\r\n".repeat(400)); });
    return socket;
  });
  await sleep(4000);
  const [held, open] = [rss(), files()];
  assert.ok(open >= idle + 40, `they are connected: ${open} after ${idle}`);
  assert.equal((await fetch(`${server.address}/health`)).status, 200);
  await sleep((SECONDS + 5) * 1000);
  const left = files();
  many.forEach((socket) => socket.destroy());
  assert.ok(left < idle + 10, `${left - idle} of 50 still open`);
  assert.ok(held < before + 200, `${before.toFixed(0)} → ${held.toFixed(0)} MB`);
  return `memory ${before.toFixed(0)} → ${held.toFixed(0)} MB while they hung, all let go`;
});
await report("three thousand connections", async () => {
  const many = Array.from({ length: 3000 }, () => raw(""));
  await sleep(3000);
  const begun = performance.now();
  assert.equal((await fetch(`${server.address}/health`)).status, 200);
  const took = performance.now() - begun;
  many.forEach((m) => m.socket.destroy());
  return `a request beside them took ${took.toFixed(0)} ms; ${rss().toFixed(0)} MB`;
});
await report("one address with a limit", async () => {
  const strict = await start({ rate: 50 });
  const many = Array.from({ length: 600 }, () => {
    const state = { text: "" };
    state.socket = net.connect(strict.port, "127.0.0.1");
    state.socket.on("data", (d) => (state.text += d));
    state.socket.on("error", () => {});
    return state;
  });
  const count = () => many.filter((m) => m.text.startsWith("HTTP/1.1 503")).length;
  for (let i = 0; i < 40 && count() < 200; i++) await sleep(400);
  const refused = count();
  many.forEach((m) => m.socket.destroy());
  await sleep(1000);
  assert.ok(refused >= 150 && refused <= 250, `${refused} refused`);
  assert.equal((await fetch(`${strict.address}/health`)).status, 200);
  await strict.stop();
  return `${refused} of 600 connections refused, the next visitor served`;
});
await report("frames that are too long, nonsense, and floods of them", async () => {
  const made = await post(server.address, "/api/tables", { game: "chess", seats: [] });
  const url = `${server.address.replace("http", "ws")}/api/tables/${made.body.id}/live`;
  const ends = async (send) => {
    const ws = new WebSocket(url);
    ws.on("error", () => {});
    await new Promise((r) => ws.on("open", r));
    const closed = new Promise((r) => ws.on("close", () => r(true)));
    send(ws);
    const done = await Promise.race([closed, sleep(4000).then(() => false)]);
    ws.terminate();
    return done;
  };
  assert.ok(await ends((ws) => ws.send("x".repeat(1 << 20))), "a long frame ends it");
  assert.ok(await ends((ws) => ws.send("nonsense")), "nonsense ends it");
  assert.ok(await ends((ws) => ws.send('{"t":"play"}')), "half a move ends it");
  await ends((ws) => { ws.send(JSON.stringify({ t: "hello", token: "x" })); for (let i = 0; i < 5000; i++) ws.send(JSON.stringify({ t: "play", id: i, ply: 0, name: "e2-e4" })); });
  const foreign = await new Promise((r) => { const ws = new WebSocket(url, { origin: "http://elsewhere.example" }); ws.on("error", (e) => r(e.message)); ws.on("open", () => r("open")); });
  assert.match(foreign, /403/);
  const now = await get(server.address, `/api/tables/${made.body.id}`, made.body.token);
  assert.equal(now.body.table.ply, 0, "a stranger's moves are not played");
  return "each ended by itself; another site's page is refused";
});
await report("a full disk", async () => {
  const folder = freshFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=96m", "tmpfs", folder]).status !== 0) return "skipped: no file system of a given size can be made here (needs root)";
  try {
    let full = await start({ data: folder });
    const made = await post(full.address, "/api/tables", { game: "reversi", seats: [] });
    const acked = [];
    const move = async () => {
      const now = await get(full.address, `/api/tables/${made.body.id}`, made.body.token);
      if (now.status !== 200) return now;
      const name = now.body.scene.choices[0].name;
      const answer = await post(full.address, `/api/tables/${made.body.id}/moves`, { ply: now.body.table.ply, name }, made.body.token);
      if (answer.status === 200) acked[now.body.table.ply] = name;
      return answer;
    };
    for (let i = 0; i < 5; i++) assert.equal((await move()).status, 200);
    const filler = join(folder, "filler");
    let size = 1 << 20;
    while (size >= 512) { try { appendFileSync(filler, Buffer.alloc(size)); } catch { size >>= 1; } }
    let refused = 0;
    for (let i = 0; i < 12; i++) {
      const answer = await move();
      if (answer.status === 503) { refused += 1; assert.ok(answer.body.error, "with a reason"); } else assert.equal(answer.status, 200);
    }
    assert.ok(refused > 0, "a full disk is noticed");
    unlinkSync(filler);
    for (let i = 0; i < 5; i++) assert.equal((await move()).status, 200, "goes on when there is room again");
    await full.kill();
    full = await start({ data: folder });
    const now = await get(full.address, `/api/tables/${made.body.id}/moves`, made.body.token);
    acked.forEach((name, ply) => assert.equal(now.body.moves[ply], name, `move ${ply}`));
    await full.stop();
    return `${refused} of 12 moves refused with a reason, ${acked.filter(Boolean).length} acknowledged, none of them lost`;
  } finally {
    spawnSync("umount", ["-l", folder]);
  }
});
assert.equal(server.child.exitCode, null, "the server lives");
await server.stop();
console.log(failed ? `${failed} failed` : "all passed");
process.exit(failed ? 1 : 0);
