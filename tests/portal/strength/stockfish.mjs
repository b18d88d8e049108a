// Stockfish over the chess protocol UCI.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";

export class Stockfish {
  constructor(options) {
    const program = process.env.STOCKFISH ?? ["/usr/games/stockfish", "/usr/bin/stockfish"].find(existsSync);
    if (!program) throw new Error("no Stockfish (Debian: apt install stockfish; or name one in STOCKFISH)");
    this.child = spawn(program, [], { stdio: ["pipe", "pipe", "ignore"] });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    this.say("uci");
    for (const [name, value] of Object.entries({ Threads: 1, Hash: 16, ...options })) this.say(`setoption name ${name} value ${value}`);
  }
  say(line) {
    this.child.stdin.write(`${line}\n`);
  }
  /** All lines up to the best move. */
  async search(moves, limit) {
    this.say(`position startpos${moves.length ? ` moves ${moves.join(" ")}` : ""}`);
    this.say(`go ${limit}`);
    const told = [];
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error("Stockfish ended");
      told.push(value);
      if (value.startsWith("bestmove ")) return told;
    }
  }
  async best(moves, limit) {
    return (await this.search(moves, limit)).at(-1).split(" ")[1];
  }
  quit() {
    this.say("quit");
  }
}
