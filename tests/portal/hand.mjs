// The hand of a robot: where things are drawn on a table's page, and a move made by real mouse clicks there, as a person
// makes it. Knows the page alone; what is checked is the caller's business.

/** Numbers from a seed, the same everywhere. */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
export const shuffled = (list, next) => {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
};
export const textHash = (text) => [...text].reduce((h, c) => (Math.imul(h, 31) + c.charCodeAt(0)) >>> 0, 7);

/** The middle of what is drawn at a place: of its uppermost piece, else of the place itself. Brings it into the window. */
export function middle(page, key) {
  return page.evaluate((key) => {
    const spot = document.querySelector(`#board .spot[data-key="${key}"]`);
    if (!spot) return null;
    const find = () => {
      const pieces = document.querySelectorAll(`#board .standing[data-key="${key}"] .piece`);
      const [x, y] = spot.getAttribute("data-at").split(" ").map(Number);
      const matrix = spot.getScreenCTM();
      const at = new DOMPoint(x, y).matrixTransform(matrix);
      const piece = pieces[pieces.length - 1];
      const area = (b) => b.width * b.height;
      let top = piece?.getBoundingClientRect();
      // Of a piece that is drawn in parts far from each other there may be nothing in its middle: the largest part then.
      const hit = top && document.elementsFromPoint(top.x + top.width / 2, top.y + top.height / 2).some((e) => piece.contains(e));
      if (top && !hit && piece.children.length > 1) top = [...piece.children].map((e) => e.getBoundingClientRect()).sort((a, b) => area(b) - area(a))[0];
      // A piece over several places has no middle of its own that must lie on it.
      if (top && Math.max(top.width, top.height) < 150 * Math.hypot(matrix.a, matrix.b)) return { x: top.x + top.width / 2, y: top.y + top.height / 2 };
      return { x: at.x, y: at.y };
    };
    let p = find();
    if (p.x < 2 || p.y < 2 || p.x > innerWidth - 2 || p.y > innerHeight - 2) {
      scrollTo({ left: 0, top: scrollY + p.y - innerHeight / 2, behavior: "instant" });
      p = find();
    }
    return p;
  }, key);
}
export const button = (page, box, name) =>
  page.evaluate(([box, name]) => {
    const found = [...document.querySelectorAll(`#${box} button`)].find((b) => b.dataset.name === name && b.offsetParent !== null);
    if (!found) return null;
    found.scrollIntoView({ block: "nearest" });
    const r = found.getBoundingClientRect();
    return { x: r.x + r.width / 2, y: r.y + r.height / 2 };
  }, [box, name]);
/** How often was clicked. */
export const clicks = { made: 0 };
const click = async (page, p) => {
  clicks.made += 1;
  await page.mouse.click(p.x, p.y);
};

/** Makes one move as a person would; false if a click did nothing. */
export async function move(page, choice, scene, places, random) {
  const asked = await button(page, "chooser", choice.name);
  if (asked) return click(page, asked), null;
  const said = await button(page, "said", choice.name);
  if (said) return click(page, said), null;
  const from = choice.from ? await middle(page, choice.from) : null;
  const rivals = scene.choices.filter((c) => c.to === choice.to);
  // What only one kind in a hand can do needs no click on the hand.
  const hands = new Set(scene.choices.map((c) => c.from).filter((key) => /^hand/.test(places.get(key) ?? ""))).size;
  const starts = scene.choices.some((c) => c.from === choice.to);
  const direct = /^hand/.test(places.get(choice.from) ?? "") && !starts && rivals.every((c) => c.from === choice.from) && hands === 1 && random() < 0.5;
  if (from && !direct) {
    await click(page, from);
    const picked = await page.evaluate(() => document.querySelector("#board .pick") !== null);
    if (!picked) return `pointing at ${choice.from} chose nothing`;
  }
  const to = choice.to ? await middle(page, choice.to) : null;
  if (!to) return "there is neither a place nor a button for it";
  await click(page, to);
  // What can also go elsewhere is chosen by itself with a second click.
  if (!choice.from && starts) await click(page, to);
  const after = await button(page, "chooser", choice.name);
  if (after) await click(page, after);
  return null;
}
