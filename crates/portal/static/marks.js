// Marks that somebody draws on a board: places and arrows in colours. They belong to a position of a study.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} attributes */
function make(tag, attributes) {
  const e = document.createElementNS(SVG, tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, String(v));
  return e;
}

export class Drawing {
  /**
   * @param {import("/static/board.js").Board} board
   * @param {HTMLElement} button
   * @param {() => any[]} marks
   * @param {(marks: any[]) => void} changed
   */
  constructor(board, button, marks, changed) {
    this.board = board;
    this.button = button;
    this.marks = marks;
    this.changed = changed;
    this.on = false;
    /** @type {string | null} */
    this.from = null;
    this.colour = "g";
    this.layer = make("g", { class: "studymarks" });
    board.turner.append(this.layer);
    board.svg.addEventListener("pointerdown", (e) => { this.colour = e.shiftKey ? "r" : e.altKey ? "b" : "g"; }, true);
  }

  toggle() {
    this.on = !this.on;
    this.from = null;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.draw();
    return this.on;
  }

  /** A place was pointed at. True if that was for drawing. @param {string} key */
  pointed(key) {
    if (!this.on) return false;
    const marks = [...this.marks()];
    if (this.from === null) {
      this.from = key;
      this.draw();
      return true;
    }
    const mark = this.from === key ? { at: key, colour: this.colour } : { at: this.from, to: key, colour: this.colour };
    const same = marks.findIndex((m) => m.at === mark.at && m.to === /** @type {any} */ (mark).to);
    if (same >= 0) marks.splice(same, 1);
    else marks.push(mark);
    this.from = null;
    this.changed(marks);
    this.draw();
    return true;
  }

  draw() {
    this.layer.replaceChildren();
    const spots = this.board.spots;
    for (const mark of this.marks()) {
      const a = spots.get(mark.at);
      const b = mark.to ? spots.get(mark.to) : null;
      if (!a) continue;
      if (!b) {
        this.layer.append(make("circle", { cx: a.x, cy: a.y, r: Math.max(a.r * 0.85, 18), class: `sitemark mark-${mark.colour}` }));
        continue;
      }
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      const [x, y] = [b.x - ux * 26, b.y - uy * 26];
      this.layer.append(make("line", { x1: a.x, y1: a.y, x2: x, y2: y, class: `arrow mark-${mark.colour}` }));
      const points = [[b.x, b.y], [x - uy * 15, y + ux * 15], [x + uy * 15, y - ux * 15]].map((p) => p.join(",")).join(" ");
      this.layer.append(make("polygon", { points, class: `arrowhead head-${mark.colour}` }));
    }
    const from = this.from ? spots.get(this.from) : null;
    if (from) this.layer.append(make("circle", { cx: from.x, cy: from.y, r: Math.max(from.r * 0.85, 18), class: `sitemark mark-${this.colour}`, "stroke-dasharray": "6 6" }));
  }
}
