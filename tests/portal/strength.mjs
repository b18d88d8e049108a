// How strong the portal's strongest level is: matches and exercises through the portal's own interface, against opponents
// of known strength. Every game opens a table in a running portal; the opponent sits there as a person.
//
//   node strength.mjs hex            ten games of 11x11 Hex against a player who goes by shortest paths
//   node strength.mjs chess          ten games against Stockfish limited to 1500 (UCI_Elo); STOCKFISH names the program
//   node strength.mjs mates          the mates in two of strength/mates.txt, with Stockfish's best defence
//   node strength.mjs columns        the twenty won positions of Connect Four of strength/columns.txt: is the win kept?
//   node strength.mjs connect-four   twenty such positions drawn anew and solved, played on to the end (a long time)
//   --games 10  --seed 7  --level 5  --out report.json
import { appendFileSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { get, post, start } from "./server.mjs";
import { Columns, solve } from "./strength/columns.mjs";
import { Paths } from "./strength/paths.mjs";
import { Stockfish } from "./strength/stockfish.mjs";

const args = process.argv.slice(2);
const value = (name, usual) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : usual);
const SEED = Number(value("seed", Math.floor(Math.random() * 1e9)));
const LEVEL = Number(value("level", 5));
const OUT = value("out", "");
/** A game that is not over after so many moves counts half. */
const LONGEST = 300;

let state = SEED >>> 0;
/** The next number below one. */
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 4294967296;
}

const server = await start();
const waits = [];

/** Asks again where the connection had been left idle for too long (the solver may take its time). */
const insist = (ask) => ask().catch(ask);

/** A table with the portal's level on one seat and an opponent on the other. */
async function sit(game, computer, moves = []) {
  const seats = [0, 1].map((i) => (i === computer ? { who: "computer", level: LEVEL } : { who: "me", name: "Opponent" }));
  const made = await insist(() => post(server.address, "/api/tables", { game, seats, moves }));
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const look = async () => (await insist(() => get(server.address, `/api/tables/${made.body.id}`, made.body.token))).body;
  return {
    /** The state in which the opponent has to move, or the end. */
    async turn() {
      const since = performance.now();
      let waited = false;
      for (;;) {
        const now = await look();
        if (now.table.over || now.table.seat === 2 - computer) {
          if (waited) waits.push(performance.now() - since);
          return now;
        }
        waited = true;
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    async play(now, name) {
      const answer = await insist(() => post(server.address, `/api/tables/${made.body.id}/moves`, { ply: now.table.ply, name }, made.body.token));
      if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    },
  };
}

/** What the computer's seat got: 1, 0.5 or 0. */
function points(now, computer) {
  if (!now.table.over) return 0.5;
  const [mine, others] = [now.table.ranks[computer], now.table.ranks[1 - computer]];
  return mine < others ? 1 : mine > others ? 0 : 0.5;
}

function tell(line) {
  console.log(line);
  if (OUT) appendFileSync(OUT, `${line}\n`);
}

/** Ten games with changing sides; `reply` names the opponent's move. */
async function match(game, reply) {
  const games = Number(value("games", 10));
  let sum = 0;
  for (let n = 0; n < games; n++) {
    const computer = n % 2;
    const table = await sit(game, computer);
    let now = await table.turn();
    while (!now.table.over && now.table.ply < LONGEST) {
      await table.play(now, await reply(now));
      now = await table.turn();
    }
    const got = points(now, computer);
    sum += got;
    tell(`${game} game ${n + 1}, computer ${computer === 0 ? "first" : "second"}: ${got} after ${now.table.ply} moves (${now.table.status})\t${now.table.moves.map((m) => m[1]).join(" ")}`);
  }
  tell(`${game}: ${sum} of ${games} points`);
  return sum;
}

async function hex() {
  const paths = new Paths(11, random);
  return match("hex", (now) => {
    const stones = [];
    let turned = false;
    for (const [, name, , side] of now.table.moves) {
      if (name === "swap") turned = true;
      else stones.push([name, side]);
    }
    // The list names the side that made a move; the stone that was there before a swap stays where and what it is.
    const me = now.table.seats[now.table.seat - 1].player;
    return paths.best(stones, me, !turned && now.scene.choices.some((c) => c.name === "swap"));
  });
}

/** Our names of moves as the chess protocol has them: a promotion is a ply of its own here. */
function uci(names) {
  const out = [];
  for (const name of names) {
    const became = /^[a-h][18]=(\w)(\w*)$/.exec(name);
    if (became) out[out.length - 1] += became[0].includes("=Knight") ? "n" : became[1].toLowerCase();
    else out.push(name.replace("-", ""));
  }
  return out;
}
const PIECES = { q: "queen", r: "rook", b: "bishop", n: "knight" };
/** The name that continues towards a move of the protocol. */
function towards(now, move) {
  const asked = now.scene.choices.find((c) => c.detail === PIECES[move[4]] && c.name.includes("="));
  return asked ? asked.name : `${move.slice(0, 2)}-${move.slice(2, 4)}`;
}

async function chess() {
  const engine = new Stockfish({ UCI_LimitStrength: true, UCI_Elo: Number(value("elo", 1500)) });
  let pending = null;
  const sum = await match("chess", async (now) => {
    if (pending && now.scene.choices.some((c) => c.name.includes("=") && c.detail === PIECES[pending[4]])) return towards(now, pending);
    pending = await engine.best(uci(now.table.moves.map((m) => m[1])), "movetime 300");
    return towards({ scene: { choices: [] } }, pending);
  });
  engine.quit();
  return sum;
}

/** The lines of a file beside this program. */
function stored(name) {
  const text = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "strength", name), "utf8");
  return text.split("\n").filter((line) => line && !line.startsWith("#"));
}

async function mates() {
  const engine = new Stockfish({});
  const lines = stored("mates.txt");
  let solved = 0;
  for (const [n, line] of lines.entries()) {
    const moves = line.trim().split(" ");
    const computer = moves.filter((m) => !m.includes("=")).length % 2;
    const table = await sit("chess", computer, moves);
    const first = await table.turn();
    let end = first;
    if (!first.table.over) {
      const reply = await engine.best(uci(first.table.moves.map((m) => m[1])), "depth 12");
      await table.play(first, towards({ scene: { choices: [] } }, reply));
      const asked = await table.turn();
      if (!asked.table.over && asked.table.ply === first.table.ply + 1) await table.play(asked, towards(asked, reply));
      end = await table.turn();
    }
    const right = end.table.over && points(end, computer) === 1;
    solved += right ? 1 : 0;
    tell(`mate ${n + 1}: ${right ? "solved" : "not solved"}: ${end.table.moves.slice(moves.length).map((m) => m[2]).join(" ")} (${end.table.status})`);
  }
  engine.quit();
  tell(`mates: ${solved} of ${lines.length} solved`);
  return solved;
}

async function columns() {
  let kept = 0;
  for (const [n, line] of stored("columns.txt").entries()) {
    const [moves, wins] = line.split(" | ").map((part) => part.split(" "));
    const table = await sit("connect-four", moves.length % 2, moves);
    const now = await table.turn();
    const move = now.table.moves[moves.length][1];
    kept += wins.includes(move) ? 1 : 0;
    tell(`position ${n + 1}, ${moves.length} discs: ${move} ${wins.includes(move) ? "keeps the win" : `gives it away (${wins.join(" ")})`}`);
  }
  return kept;
}

/** A position with 12 to 20 discs that its mover wins, though not at once, and could give away. */
function wonPosition() {
  for (;;) {
    const board = new Columns();
    const discs = 12 + Math.floor(random() * 9);
    const moves = [];
    while (moves.length < discs) {
      const free = board.free().filter((c) => !board.wins(c));
      if (!free.length) break;
      const column = free[Math.floor(random() * free.length)];
      moves.push(board.name(column));
      board.drop(column);
    }
    if (moves.length < discs || board.free().some((c) => board.wins(c))) continue;
    if (solve(board) !== 1) continue;
    const keeping = board.free().filter((c) => board.after(c, () => -solve(board)) === 1);
    if (keeping.length * 2 <= board.free().length) return { moves, keeping: keeping.map((c) => board.name(c)) };
  }
}

async function connectFour() {
  const count = Number(value("games", 20));
  let kept = 0;
  for (let n = 0; n < count; n++) {
    const { moves, keeping } = wonPosition();
    const computer = moves.length % 2;
    const table = await sit("connect-four", computer, moves);
    const board = new Columns();
    let told = 0;
    let fault = "";
    let now;
    do {
      now = await table.turn();
      for (const [, name] of now.table.moves.slice(told)) board.drop(board.column(name));
      told = now.table.moves.length;
      if (now.table.over) break;
      if (solve(board) !== -1) {
        fault = `${now.table.moves.at(-1)[1]} gives it away`;
        break;
      }
      // The defender holds out wherever it does not lose at once.
      const free = board.free();
      const holding = free.filter((c) => board.wins(c) || board.after(c, () => board.free().every((d) => !board.wins(d))));
      const among = holding.length ? holding : free;
      await table.play(now, board.name(among[Math.floor(random() * among.length)]));
    } while (!fault);
    if (!fault && points(now, computer) !== 1) fault = `ends with ${now.table.status}`;
    kept += fault ? 0 : 1;
    tell(`position ${n + 1} (${moves.join(" ")}; ${keeping.join(" ")} win): ${fault || `won in ${now.table.ply - moves.length} moves`}`);
  }
  tell(`connect-four: ${kept} of ${count} won positions won`);
  return kept;
}

const what = args[0];
const bars = { hex: [hex, 8], chess: [chess, 5], mates: [mates, 10], columns: [columns, 20], "connect-four": [connectFour, 20] };
if (!bars[what]) {
  console.log(`what is "${what ?? ""}"? ${Object.keys(bars).join(", ")}`);
  await server.stop();
  process.exit(2);
}
tell(`${what}, seed ${SEED}, level ${LEVEL}, load ${loadavg()[0].toFixed(1)}`);
const [play, bar] = bars[what];
const got = await play();
waits.sort((a, b) => a - b);
tell(`bar ${bar}: ${got >= bar ? "met" : "not met"}; the computer answered after ${(waits[waits.length >> 1] / 1000).toFixed(2)} s at the median, ${(waits.at(-1) / 1000).toFixed(2)} s at most; load ${loadavg()[0].toFixed(1)}`);
await server.stop();
process.exit(got >= bar ? 0 : 1);
