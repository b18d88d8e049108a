// A Hex player who goes by shortest paths: the cell after which its own way across is as short and the other's as long as
// can be; among equals the one that lies on most of the shortest ways of both.
export class Paths {
  constructor(size, random) {
    this.size = size;
    this.random = random;
  }
  name(i) {
    return `${String.fromCharCode(97 + (i % this.size))}${1 + Math.floor(i / this.size)}`;
  }
  index(name) {
    return name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * this.size;
  }
  near(i) {
    const [x, y] = [i % this.size, Math.floor(i / this.size)];
    const around = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1]].map(([dx, dy]) => [x + dx, y + dy]);
    return around.filter(([a, b]) => a >= 0 && b >= 0 && a < this.size && b < this.size).map(([a, b]) => a + b * this.size);
  }
  /** For every cell how many free cells are needed to come there from one of a side's shores, itself counted. */
  reach(board, side, far) {
    const along = (i) => (side === 1 ? i % this.size : Math.floor(i / this.size));
    const cost = (i) => (board[i] === side ? 0 : board[i] === 0 ? 1 : Infinity);
    const reached = new Array(board.length).fill(Infinity);
    const queue = [];
    for (let i = 0; i < board.length; i++) {
      if (along(i) === (far ? this.size - 1 : 0)) {
        reached[i] = cost(i);
        queue.push(i);
      }
    }
    while (queue.length) {
      const i = queue.shift();
      for (const j of this.near(i)) {
        if (reached[i] + cost(j) < reached[j]) {
          reached[j] = reached[i] + cost(j);
          queue.push(j);
        }
      }
    }
    return reached;
  }
  /** How many free cells a side still needs, and the free cells on its shortest ways. */
  ways(board, side) {
    const [near, far] = [this.reach(board, side, false), this.reach(board, side, true)];
    let least = Infinity;
    for (let i = 0; i < board.length; i++) least = Math.min(least, near[i] + far[i] - (board[i] === 0 ? 1 : 0));
    const on = board.map((who, i) => who === 0 && near[i] + far[i] - 1 === least);
    return { least, on };
  }
  /** The best cell for a side, or "swap" where that gives more. */
  best(stones, me, maySwap) {
    const board = new Array(this.size * this.size).fill(0);
    for (const [name, side] of stones) board[this.index(name)] = side;
    const other = 3 - me;
    const [mine, theirs] = [this.ways(board, me), this.ways(board, other)];
    // A stone of the other side that shortens its way is worth having.
    if (maySwap && theirs.least < mine.least) return "swap";
    let best = [];
    let most = -Infinity;
    for (let i = 0; i < board.length; i++) {
      if (board[i] !== 0) continue;
      board[i] = me;
      const gain = this.ways(board, other).least - this.ways(board, me).least;
      board[i] = 0;
      const middle = 1 - (Math.abs((i % this.size) - (this.size - 1) / 2) + Math.abs(Math.floor(i / this.size) - (this.size - 1) / 2)) / (2 * this.size);
      const worth = gain + (mine.on[i] ? 0.3 : 0) + (theirs.on[i] ? 0.3 : 0) + 0.2 * middle;
      if (worth > most + 1e-9) {
        most = worth;
        best = [];
      }
      if (worth > most - 1e-9) best.push(i);
    }
    return this.name(best[Math.floor(this.random() * best.length)]);
  }
}
