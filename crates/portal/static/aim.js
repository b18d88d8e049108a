// Which place somebody means who points at a board: geometry alone. Invisible shapes that lie over each other must not
// decide that; what is drawn, and what can be chosen now, does.
// @ts-check

/** @typedef {import("./board.js").Spot} Spot */

/** The least radius of a place, in units of the sheet: a quarter of the usual distance between places. */
const LEAST = 24;
/** Beyond its rim a place that can be chosen still catches what nothing else wants. */
const SLACK = 1.5;
/** So near to the middle of a place, it is meant even where a piece of another place reaches over it. */
const MIDDLE = 0.35;

/** Places whose distances differ by less cannot be told apart by pointing; nor can places whose middles lie nearer to each other, in units. */
const SAME = 0.06;
const TOGETHER = 8;

/** @param {number} x @param {number} y @param {[number, number][]} corners */
export function inside(x, y, corners) {
  let odd = false;
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [[ax, ay], [bx, by]] = [corners[i], corners[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

/** Distance from a point to a segment. @param {number} x @param {number} y @param {[number, number]} a @param {[number, number]} b */
function toSegment(x, y, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const share = length > 0 ? Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / length)) : 0;
  return Math.hypot(x - a[0] - dx * share, y - a[1] - dy * share);
}

/** How far a point is from the middle of a place: 0 there, 1 at its rim. @param {Spot} spot @param {number} x @param {number} y */
export function off(spot, x, y) {
  const shape = spot.shape ?? [];
  const away = Math.hypot(x - spot.x, y - spot.y);
  const radius = Math.max(spot.r, LEAST);
  if (shape.length > 2) {
    // Inside is inside, however long the cell is.
    if (inside(x, y, shape)) return Math.min(0.98, away / radius);
    const rim = Math.min(...shape.map((p, i) => toSegment(x, y, p, shape[(i + 1) % shape.length])));
    return 1 + rim / radius;
  }
  if (shape.length === 2) {
    // An ellipse about the edge, so that its ends are left to the points there.
    const [[ax, ay], [bx, by]] = shape;
    const length = Math.max(Math.hypot(bx - ax, by - ay), 1);
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const along = ((x - spot.x) * ux + (y - spot.y) * uy) / (length / 2);
    const across = ((x - spot.x) * uy - (y - spot.y) * ux) / Math.max(length * 0.32, LEAST);
    return Math.hypot(along, across);
  }
  return away / radius;
}

/**
 * The place that is meant by pointing at (x, y); several where the middles of places that can be chosen lie on each other,
 * as those of edges that cross.
 * @param {Iterable<Spot>} spots
 * @param {number} x @param {number} y
 * @param {Set<string>} wanted places that can be chosen now
 * @param {string} [drawn] the place whose piece is drawn under the pointer
 * @returns {string[]}
 */
export function aim(spots, x, y, wanted, drawn) {
  /** @type {[Spot | undefined, number]} */
  let first = [undefined, Infinity];
  /** @type {[Spot | undefined, number]} */
  let other = [undefined, Infinity];
  /** @type {[Spot | undefined, number]} */
  let own = [undefined, Infinity];
  /** @type {[Spot, number][]} */
  const near = [];
  for (const spot of spots) {
    const far = off(spot, x, y);
    if (spot.key === drawn) own = [spot, far];
    if (wanted.has(spot.key)) {
      if (far < first[1]) first = [spot, far];
      if (far < MIDDLE) near.push([spot, far]);
    } else if (far < other[1]) other = [spot, far];
  }
  /** A place, and those that cannot be told from it here. @param {[Spot | undefined, number]} found */
  const withFellows = ([spot, far]) => {
    if (!spot) return [];
    const together = (/** @type {Spot} */ s) => Math.hypot(s.x - spot.x, s.y - spot.y) < TOGETHER;
    const same = near.filter(([s, f]) => s !== spot && (Math.abs(f - far) < SAME || together(s)));
    return [spot.key, ...same.map(([s]) => s.key)];
  };
  if (drawn && wanted.has(drawn) && !(first[1] < MIDDLE && own[1] > first[1])) return own[1] < MIDDLE ? withFellows(own) : [drawn];
  if (first[1] <= 1) return withFellows(first);
  if (drawn) return [drawn];
  if (other[1] <= 1) return other[0] ? [other[0].key] : [];
  return first[1] <= SLACK && first[0] ? [first[0].key] : [];
}
