// How a game stood, move by move, as a curve. It knows numbers between 0 and 1 and which of them is looked at.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [600, 120];

/** @param {string} tag @param {Record<string, string | number>} attributes */
function make(tag, attributes) {
  const e = document.createElementNS(SVG, tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, String(v));
  return e;
}

export class Graph {
  /** @param {HTMLElement} svg @param {(i: number) => void} chosen */
  constructor(svg, chosen) {
    this.svg = svg;
    /** @type {number[]} */
    this.nodes = [];
    this.all = 1;
    this.curve = make("g", {});
    this.marks = make("g", {});
    this.cursor = make("g", {});
    svg.append(make("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "mid" }), this.curve, this.marks, this.cursor);
    svg.addEventListener("click", (e) => {
      const box = svg.getBoundingClientRect();
      const i = Math.round(((e.clientX - box.left) / box.width) * Math.max(1, this.all - 1));
      if (i >= 0 && i < this.nodes.length) chosen(i);
    });
  }

  /** @param {number} i */
  x(i) {
    return (i * WIDTH) / Math.max(1, this.all - 1);
  }

  /** @param {number[]} nodes @param {number[]} values @param {number} all */
  show(nodes, values, all) {
    this.nodes = nodes;
    this.all = all;
    const points = values.map((v, i) => `${this.x(i).toFixed(1)},${(HEIGHT * (1 - v)).toFixed(1)}`);
    const last = this.x(values.length - 1).toFixed(1);
    this.curve.replaceChildren(
      make("polygon", { points: [`0,${HEIGHT}`, ...points, `${last},${HEIGHT}`].join(" "), class: "area" }),
      make("polyline", { points: points.join(" "), class: "curve" }),
    );
  }

  /** Where the game turned. @param {number[]} at */
  turns(at) {
    this.marks.replaceChildren(...at.map((i) => make("line", { x1: this.x(i), x2: this.x(i), y1: 0, y2: HEIGHT, class: "turn" })));
  }

  /** @param {number} node */
  at(node) {
    const i = this.nodes.indexOf(node);
    this.cursor.replaceChildren(...(i < 0 ? [] : [make("line", { x1: this.x(i), x2: this.x(i), y1: 0, y2: HEIGHT, class: "here" })]));
  }
}
