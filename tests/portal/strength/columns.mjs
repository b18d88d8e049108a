// Connect Four solved exactly: won, drawn or lost for whoever is to move. Seven columns of six, on arrays of small numbers.
const [WIDTH, HEIGHT] = [7, 6];
const ORDER = [3, 2, 4, 1, 5, 0, 6];
const LINES = [[1, 0], [0, 1], [1, 1], [1, -1]];

export class Columns {
  constructor() {
    this.cells = new Int8Array(WIDTH * HEIGHT);
    this.heights = new Int8Array(WIDTH);
    this.count = 0;
    this.mover = 1;
  }
  free() {
    return ORDER.filter((c) => this.heights[c] < HEIGHT);
  }
  /** The cell that a disc dropped now would fill. */
  name(column) {
    return `${"abcdefg"[column]}${this.heights[column] + 1}`;
  }
  column(name) {
    return name.charCodeAt(0) - 97;
  }
  drop(column) {
    this.cells[column + WIDTH * this.heights[column]++] = this.mover;
    this.count += 1;
    this.mover = 3 - this.mover;
  }
  lift(column) {
    this.cells[column + WIDTH * --this.heights[column]] = 0;
    this.count -= 1;
    this.mover = 3 - this.mover;
  }
  after(column, ask) {
    this.drop(column);
    const answer = ask();
    this.lift(column);
    return answer;
  }
  /** Would a disc of the mover in this column make four in a row? */
  wins(column, who = this.mover) {
    const y = this.heights[column];
    for (const [dx, dy] of LINES) {
      let run = 1;
      for (const sign of [1, -1]) {
        for (let a = column + sign * dx, b = y + sign * dy; a >= 0 && a < WIDTH && b >= 0 && b < HEIGHT && this.cells[a + WIDTH * b] === who; a += sign * dx, b += sign * dy) run += 1;
      }
      if (run >= 4) return true;
    }
    return false;
  }
  /** A number for the position, exact: three for each cell of a column, with a mark on top of it. */
  key() {
    let [low, high] = [0, 0];
    for (let c = 0; c < WIDTH; c++) {
      let column = 1;
      for (let y = 0; y < this.heights[c]; y++) column = column * 2 + (this.cells[c + WIDTH * y] === 1 ? 1 : 0);
      if (c < 3) low = low * 128 + column;
      else high = high * 128 + column;
    }
    return high * 2097152 + low;
  }
}

/** What was found out so far, as long as it fits into memory. */
const known = new Map();
const MOST_KNOWN = 6e6;

/** 1 if whoever is to move wins, 0 for a draw, -1 for a loss. */
export function solve(board) {
  return search(board, -1, 1);
}

function search(board, worst, best) {
  const free = board.free();
  if (!free.length) return 0;
  if (free.some((c) => board.wins(c))) return 1;
  // What the other threatens to fill must be filled; two such cells are too many.
  const threats = free.filter((c) => board.wins(c, 3 - board.mover));
  if (threats.length > 1) return -1;
  const key = board.key();
  const held = known.get(key);
  // Kept as three times the lower bound and the upper one, each from 0 to 2.
  let [least, most] = held === undefined ? [-1, 1] : [Math.floor(held / 3) - 1, (held % 3) - 1];
  if (least >= best || least === most) return least;
  if (most <= worst) return most;
  let found = -1;
  let alpha = Math.max(worst, least);
  for (const c of threats.length ? threats : free) {
    board.drop(c);
    const value = -search(board, -best, -alpha);
    board.lift(c);
    if (value > found) found = value;
    if (found > alpha) alpha = found;
    if (alpha >= best) break;
  }
  if (found <= worst) most = Math.min(most, found);
  else if (found >= best) least = Math.max(least, found);
  else [least, most] = [found, found];
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, (least + 1) * 3 + most + 1);
  return found;
}
