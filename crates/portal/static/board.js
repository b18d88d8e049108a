// A board that knows no rules. It shows a ground and what stands on it, lets somebody point at places (mouse, touch,
// keyboard), and reports which of the offered choices was meant. Everything it shows was decided by the server.
// @ts-check

/**
 * @typedef {{key: string, name: string, x: number, y: number, r: number, shape?: [number, number][], of?: string, near?: [string, string][]}} Spot
 * @typedef {{version: number, area: number[], svg: string, defs: Record<string, string>, spots: Spot[], turns?: number[]}} Ground
 * @typedef {{key: string, svg: string, words: string}} Standing
 * @typedef {{name: string, from?: string, to?: string, label?: string, detail?: string, covers?: string[]}} Choice
 * @typedef {{ply: number, ground: number, sites: Standing[], gone?: string[], defs: Record<string, string>, order?: string[] | null, last: string[], scores: number[], notes: string[], choices: Choice[]}} Scene
 */

import { aim } from "/static/aim.js";

const SVG = "http://www.w3.org/2000/svg";
/** Whoever moves the pointer less than this, in units of the sheet, clicks. */
const PULL = 18;

/** @param {string} tag @param {Record<string, string | number>} [attributes] */
function make(tag, attributes = {}) {
  const e = document.createElementNS(SVG, tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, String(v));
  return e;
}

/** Drawings come from our own server as text. @param {string} text */
function drawing(text) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return [...parsed.documentElement.childNodes].map((n) => document.importNode(n, true));
}

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{choose: (c: Choice) => void, ask: (cs: Choice[], key: string) => void, speak: (s: string) => void, tell?: (key: string | null) => void, refused?: (from: string | null, to: string) => void, pencilled?: () => void}} handlers
   */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
    /** @type {Ground | null} */
    this.ground = null;
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** @type {Map<string, Element>} */
    this.spotNodes = new Map();
    /** @type {Map<string, Standing & {node: Element}>} */
    this.standing = new Map();
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {string | null} */
    this.picked = null;
    /** A piece that somebody pointed at though it cannot be moved: the next place says where it was wanted. @type {string | null} */
    this.asked = null;
    /** @type {string[]} */
    this.last = [];
    /** @type {string[]} */
    this.warned = [];
    /** Small numbers that somebody wrote into places for himself. @type {Map<string, Set<string>>} */
    this.pencil = new Map();
    this.penciling = false;
    /** Quarter turns, clockwise. */
    this.turn = 0;
    this.focusKey = "";
    this.svg = /** @type {SVGSVGElement} */ (make("svg", { role: "presentation" }));
    this.defs = make("defs");
    this.turner = /** @type {SVGGElement} */ (make("g"));
    this.groundLayer = make("g", { class: "ground" });
    this.lastLayer = make("g");
    this.pieceLayer = make("g", { class: "pieces" });
    this.pencilLayer = make("g", { class: "pencil" });
    this.markLayer = make("g");
    this.spotLayer = make("g");
    this.dragLayer = make("g", { class: "dragged" });
    this.turner.append(this.groundLayer, this.lastLayer, this.pieceLayer, this.pencilLayer, this.markLayer, this.spotLayer, this.dragLayer);
    this.svg.append(this.defs, this.turner);
    host.replaceChildren(this.svg);
    /** @type {{key: string, rivals: string[], moved: boolean, x: number, y: number, id: number} | null} */
    this.drag = null;
    this.svg.addEventListener("keydown", (e) => this.key(e));
    this.svg.addEventListener("pointerdown", (e) => this.press(e));
    this.svg.addEventListener("pointermove", (e) => this.pull(e));
    this.svg.addEventListener("pointerup", (e) => this.release(e));
    this.svg.addEventListener("pointercancel", () => this.endDrag());
    // Whoever listens goes from place to place in other ways than by our keys, and presses them without a pointer.
    const placeOf = (/** @type {Event} */ e) => /** @type {Element} */ (e.target).closest?.(".spot")?.getAttribute("data-key");
    this.svg.addEventListener("focusin", (e) => {
      const key = placeOf(e);
      if (key && key !== this.focusKey) this.setFocus(key, false);
    });
    this.svg.addEventListener("click", (e) => {
      const key = e.detail === 0 ? placeOf(e) : null;
      if (key) this.point(key);
    });
    // A finger on a piece that can be moved drags it; anywhere else it moves the page.
    this.svg.addEventListener("touchstart", (e) => {
      const touch = e.touches[0];
      const key = e.touches.length === 1 ? this.under(touch.clientX, touch.clientY)[0] : undefined;
      if (key && this.from(key).length) e.preventDefault();
    }, { passive: false });
  }

  /** @param {Ground} ground */
  setGround(ground) {
    this.ground = ground;
    this.defs.replaceChildren();
    this.addDefs(ground.defs);
    this.groundLayer.replaceChildren(...drawing(ground.svg));
    this.spots = new Map(ground.spots.map((s) => [s.key, s]));
    this.standing.clear();
    this.spotNodes.clear();
    this.pieceLayer.replaceChildren();
    this.spotLayer.replaceChildren();
    for (const spot of ground.spots) {
      // These are for the keyboard and for those who listen; pointing goes by geometry.
      let shape;
      if (spot.shape && spot.shape.length > 2) shape = make("polygon", { points: spot.shape.map((p) => p.join(",")).join(" ") });
      else if (spot.shape && spot.shape.length === 2) shape = make("line", { x1: spot.shape[0][0], y1: spot.shape[0][1], x2: spot.shape[1][0], y2: spot.shape[1][1] });
      else shape = make("circle", { cx: spot.x, cy: spot.y, r: Math.max(spot.r, 24) });
      shape.setAttribute("class", "spot");
      shape.setAttribute("role", "button");
      shape.setAttribute("tabindex", "-1");
      shape.setAttribute("data-key", spot.key);
      shape.setAttribute("data-at", `${spot.x} ${spot.y}`);
      this.spotLayer.append(shape);
      this.spotNodes.set(spot.key, shape);
    }
    this.focusKey = ground.spots[0]?.key ?? "";
    this.picked = null;
    this.setTurn(this.turn);
  }

  /** Turns the board by quarters; pieces and texts stay upright. @param {number} quarters */
  setTurn(quarters) {
    this.turn = ((quarters % 4) + 4) % 4;
    if (!this.ground) return;
    const [left, top, width, height] = this.axes(this.ground.area);
    const [cx, cy] = [left + width / 2, top + height / 2];
    const [w, h] = this.turn % 2 ? [height, width] : [width, height];
    this.svg.setAttribute("viewBox", [cx - w / 2, cy - h / 2, w, h].map((v) => Math.round(v * 10) / 10).join(" "));
    if (this.turn) this.turner.setAttribute("transform", `rotate(${90 * this.turn} ${cx} ${cy})`);
    else this.turner.removeAttribute("transform");
    this.upright(this.groundLayer);
    this.upright(this.pieceLayer);
    this.drawPencil();
  }

  /**
   * On a board turned about, coordinates in straight rows go to the other side, so that they stay below and to the left.
   * Gives the area that the sheet covers then.
   * @param {number[]} area
   */
  axes(area) {
    const labels = /** @type {SVGGElement[]} */ ([...this.groundLayer.querySelectorAll(".axes > .up")]);
    for (const label of labels) label.setAttribute("data-at", (label.dataset.home ??= label.getAttribute("data-at") ?? ""));
    for (const shift of this.groundLayer.querySelectorAll(".axes .shift")) shift.replaceWith(...shift.childNodes);
    const places = [...this.spots.values()].filter((s) => !s.of);
    if (this.turn !== 2 || !labels.length || places.length !== this.spots.size) return area;
    const [xs, ys] = [places.map((s) => s.x), places.map((s) => s.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const at = labels.map((l) => (l.dataset.home ?? "").split(" ").map(Number));
    const straight = at.every(([x, y]) => (y > bottom && x >= left && x <= right) || (x < left && y >= top && y <= bottom));
    if (!straight) return area;
    labels.forEach((label, i) => {
      const [x, y] = at[i];
      const [dx, dy] = y > bottom ? [0, top + bottom - 2 * y] : [left + right - 2 * x, 0];
      const shift = make("g", { class: "shift", transform: `translate(${dx} ${dy})` });
      shift.append(...label.childNodes);
      label.append(shift);
      label.setAttribute("data-at", `${x + dx} ${y + dy}`);
    });
    return [left + right - area[0] - area[2], top + bottom - area[1] - area[3], area[2], area[3]];
  }

  /** Keeps what must be read upright. @param {Element} root */
  upright(root) {
    for (const node of root.querySelectorAll(".up")) {
      if (this.turn && !node.parentElement?.closest(".up")) node.setAttribute("transform", `rotate(${-90 * this.turn} ${node.getAttribute("data-at")})`);
      else node.removeAttribute("transform");
    }
  }

  /** @param {Record<string, string>} defs */
  addDefs(defs) {
    for (const [id, svg] of Object.entries(defs)) {
      if (this.defs.querySelector(`[id="${CSS.escape(id)}"]`)) continue;
      const g = make("g", { id });
      g.append(...drawing(svg));
      this.defs.append(g);
    }
  }

  /** Shows a scene: `whole` if it is not a difference. @param {Scene} scene @param {{whole?: boolean, animate?: boolean}} [how] */
  show(scene, how = {}) {
    this.endDrag();
    this.addDefs(scene.defs);
    const gone = new Set(scene.gone ?? []);
    if (how.whole) {
      const now = new Set(scene.sites.map((s) => s.key));
      for (const key of this.standing.keys()) if (!now.has(key)) gone.add(key);
    }
    for (const key of gone) {
      this.standing.get(key)?.node.remove();
      this.standing.delete(key);
    }
    for (const site of scene.sites) {
      const old = this.standing.get(site.key);
      const node = make("g", { class: "standing", "data-key": site.key });
      node.append(...drawing(site.svg));
      this.upright(node);
      if (old) old.node.replaceWith(node);
      else this.pieceLayer.append(node);
      this.standing.set(site.key, { ...site, node });
    }
    const order = scene.order ?? (how.whole ? scene.sites.map((s) => s.key) : null);
    if (order) for (const key of order) {
      const s = this.standing.get(key);
      if (s) this.pieceLayer.append(s.node);
    }
    this.last = scene.last;
    this.choices = scene.choices;
    this.picked = null;
    this.closeMarks();
    if (how.animate !== false) this.animate(scene);
    this.labels();
    this.marks();
    this.drawPencil();
  }

  /** The piece that came to the last place slides there from where it was. @param {Scene} scene */
  animate(scene) {
    if (scene.last.length !== 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [from, to] = scene.last.map((k) => this.spots.get(k));
    const moved = this.standing.get(scene.last[1]);
    if (!from || !to || !moved || !scene.sites.some((s) => s.key === scene.last[1])) return;
    // Of a stack only the uppermost came; it may stand upright on a turned sheet.
    const pieces = moved.node.querySelectorAll(".piece");
    const node = /** @type {SVGGElement} */ (pieces.length > 1 ? pieces[pieces.length - 1] : moved.node);
    let [dx, dy] = [from.x - to.x, from.y - to.y];
    if (node !== moved.node && node.closest(".up")) for (let i = 0; i < this.turn; i++) [dx, dy] = [-dy, dx];
    node.animate?.([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "translate(0, 0)" }], { duration: 180, easing: "ease-out" });
  }

  // ---- what can be chosen ----

  /** Choices that begin at a place. @param {string} key */
  from(key) {
    return this.choices.filter((c) => c.from === key);
  }
  /** The one place in hands from which something can be placed: then nobody needs to point at it. */
  loneHand() {
    const hands = new Set(this.choices.map((c) => c.from ?? "").filter((key) => /^hand/.test(this.spots.get(key)?.of ?? "")));
    return hands.size === 1 ? [...hands][0] : null;
  }
  /**
   * Choices for which pointing at a place is enough: those without another place, and what a hand can place there.
   * @param {string} key
   */
  at(key) {
    const hand = this.loneHand();
    return this.choices.filter((c) => c.to === key && (!c.from || c.from === hand));
  }
  /** Places where a first click does something. */
  openings() {
    const keys = new Set();
    const hand = this.loneHand();
    for (const c of this.choices) {
      if (c.from) keys.add(c.from);
      if (c.to && (!c.from || c.from === hand)) keys.add(c.to);
    }
    return keys;
  }
  /** Places where a click does something now. */
  wanted() {
    const keys = this.openings();
    if (this.picked) {
      keys.add(this.picked);
      for (const c of this.from(this.picked)) if (c.to) keys.add(c.to);
    }
    return keys;
  }

  /** Somebody pointed at a place, or where several places lie on each other. @param {string} key @param {string[]} [rivals] */
  point(key, rivals = [key]) {
    if (this.picked && this.picked !== key) {
      const fitting = this.choices.filter((c) => c.from === this.picked && rivals.includes(c.to ?? ""));
      if (fitting.length) return this.take(fitting, key);
    }
    const alone = rivals.flatMap((k) => this.at(k));
    if (this.picked === key) {
      this.pick(null);
      // A piece that can also be chosen by itself.
      if (alone.length) this.take(alone, key);
      else this.handlers.speak("let go");
      return;
    }
    const starts = this.from(key);
    if (alone.length && !starts.length) return this.take(alone, key);
    if (starts.length) {
      this.pick(key);
      const places = new Set(starts.map((c) => this.place(c.to ?? "")));
      this.handlers.speak(`${this.words(key)} chosen; it can go to ${[...places].slice(0, 12).join(", ")}${places.size > 12 ? " and more" : ""}`);
      return;
    }
    const before = this.picked ?? (this.asked === key ? null : this.asked);
    this.pick(null);
    this.asked = !before && this.standing.has(key) ? key : null;
    if (this.choices.length) this.handlers.speak(`${this.place(key)}: nothing can be done here`);
    this.handlers.refused?.(before, key);
  }

  /** @param {string | null} key */
  pick(key) {
    this.picked = key;
    this.asked = null;
    this.marks();
    this.handlers.tell?.(key);
  }

  /** @param {Choice[]} choices @param {string} key */
  take(choices, key) {
    this.pick(null);
    // Moves that nobody can tell apart, such as by either of two equal dice, are one.
    const different = new Set(choices.map((c) => `${c.from} ${c.to} ${c.detail || c.label || c.name}`));
    if (different.size === 1) this.handlers.choose(choices[0]);
    else this.handlers.ask(choices, key);
  }

  /** What people call a place: its coordinate, or the hand that it belongs to. @param {string} key */
  place(key) {
    const spot = this.spots.get(key);
    return spot?.of ? `the ${spot.of}` : spot?.name ?? key;
  }
  /** @param {string} key */
  words(key) {
    return `${this.place(key)}, ${this.standing.get(key)?.words || "empty"}`;
  }

  labels() {
    const openings = this.openings();
    for (const [key, node] of this.spotNodes) {
      const can = openings.has(key);
      node.classList.toggle("can", can);
      const pencil = this.pencil.get(key);
      node.setAttribute("aria-label", this.words(key) + (pencil?.size ? `, pencilled ${[...pencil].join(" ")}` : "") + (this.warned.includes(key) ? ", in check" : "") + (this.last.includes(key) ? ", last move" : "") + (can ? ", can be chosen" : ""));
      node.setAttribute("tabindex", key === this.focusKey ? "0" : "-1");
    }
  }

  // ---- marks ----

  closeMarks() {
    this.markLayer.replaceChildren();
    this.lastLayer.replaceChildren();
  }

  /** An outline on a place. @param {string} key @param {string} cls @param {number} [shrink] */
  outline(key, cls, shrink = 0.86) {
    const spot = this.spots.get(key);
    if (!spot) return null;
    const column = this.column(spot);
    if (column) return make("circle", { cx: column[0], cy: column[1], r: spot.r * shrink, class: cls });
    if (spot.shape && spot.shape.length > 2) {
      const [x0, y0] = spot.shape.reduce(([a, b], [x, y]) => [a + x / (spot.shape?.length ?? 1), b + y / (spot.shape?.length ?? 1)], [0, 0]);
      const points = spot.shape.map(([x, y]) => [x0 + (x - x0) * shrink, y0 + (y - y0) * shrink].join(",")).join(" ");
      return make("polygon", { points, class: cls });
    }
    if (spot.shape && spot.shape.length === 2) return make("line", { x1: spot.shape[0][0], y1: spot.shape[0][1], x2: spot.shape[1][0], y2: spot.shape[1][1], class: cls });
    return make("circle", { cx: spot.x, cy: spot.y, r: Math.max(spot.r * shrink, 20), class: cls });
  }

  /** Where a place is a whole column of discs: the middle of the uppermost disc, or of where the first would be. @param {Spot} spot */
  column(spot) {
    const corners = spot.shape ?? [];
    const high = Math.max(...corners.map((p) => p[1])) - Math.min(...corners.map((p) => p[1]));
    if (corners.length !== 4 || high < 6 * spot.r || Math.abs(corners[0][0] - corners[3][0]) > 0.1) return null;
    const pieces = this.standing.get(spot.key)?.node.querySelectorAll(".piece");
    const top = /** @type {SVGGElement | undefined} */ (pieces?.[pieces.length - 1]);
    if (!top) return [spot.x, spot.y];
    const box = top.getBBox();
    const up = top.closest(".up")?.getAttribute("data-at")?.split(" ").map(Number);
    return up ?? [box.x + box.width / 2, box.y + box.height / 2];
  }

  marks() {
    this.closeMarks();
    for (const key of this.last) {
      const o = this.outline(key, "lastmark", 0.93);
      if (o) this.lastLayer.append(o);
    }
    for (const key of this.warned) {
      const o = this.outline(key, "warnmark", 0.93);
      if (o) this.lastLayer.append(o);
    }
    if (this.picked) {
      const o = this.outline(this.picked, "pick");
      if (o) this.markLayer.append(o);
      // It can also be chosen by itself: by pointing at it again.
      if (this.at(this.picked).length) this.target(this.picked);
      for (const key of new Set(this.from(this.picked).map((c) => c.to ?? ""))) this.target(key);
    } else {
      // Many places would only be a carpet of dots; then the pointer tells.
      const starts = new Set(this.choices.filter((c) => c.from).map((c) => c.from ?? ""));
      const hand = starts.size === 1 ? this.loneHand() : null;
      const alone = new Set(this.choices.filter((c) => c.to && (!c.from || c.from === hand)).map((c) => c.to ?? ""));
      if (alone.size <= 150) for (const key of alone) this.target(key, true);
      for (const key of starts) {
        const o = this.outline(key, "ring", 0.9);
        if (o) {
          o.setAttribute("stroke-opacity", "0.35");
          this.markLayer.append(o);
        }
      }
    }
  }

  /** @param {string} key @param {boolean} [small] */
  target(key, small = false) {
    const spot = this.spots.get(key);
    if (!spot) return;
    if (this.standing.has(key)) {
      const o = this.outline(key, "ring");
      if (o) this.markLayer.append(o);
    } else this.markLayer.append(make("circle", { cx: spot.x, cy: spot.y, r: small ? 9 : 14, class: "dot" }));
  }

  /** @param {string[]} keys */
  hint(keys) {
    for (const key of keys) {
      const o = this.outline(key, "hintmark");
      if (o) this.markLayer.append(o);
    }
  }

  /** Places that are threatened, such as a king in check. @param {string[]} keys */
  warn(keys) {
    this.warned = keys;
    this.labels();
    this.marks();
  }

  drawPencil() {
    this.pencilLayer.replaceChildren();
    for (const [key, values] of this.pencil) {
      const spot = this.spots.get(key);
      if (!spot || !values.size || this.standing.has(key)) continue;
      const text = make("text", { x: spot.x, y: spot.y + spot.r * 0.12, "text-anchor": "middle", "font-size": Math.max(spot.r * 0.42, 16) });
      if (this.turn) text.setAttribute("transform", `rotate(${-90 * this.turn} ${spot.x} ${spot.y})`);
      text.textContent = [...values].sort().join(" ");
      this.pencilLayer.append(text);
    }
  }

  // ---- pointing ----

  /** Where a place of the sheet is on the screen. @param {string} key */
  onScreen(key) {
    const spot = this.spots.get(key);
    const matrix = this.turner.getScreenCTM();
    return spot && matrix ? new DOMPoint(spot.x, spot.y).matrixTransform(matrix) : null;
  }
  /** A point of the screen on the sheet. @param {number} x @param {number} y */
  where(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.turner.getScreenCTM()?.inverse());
  }
  /** The place that is meant by a point of the screen; several where they lie on each other. @param {number} x @param {number} y @param {Set<string>} [wanted] */
  under(x, y, wanted = this.wanted()) {
    const at = this.where(x, y);
    const piece = document.elementsFromPoint(x, y).find((n) => this.pieceLayer.contains(n) && n !== this.pieceLayer);
    const drawn = piece?.closest(".standing")?.getAttribute("data-key") ?? undefined;
    return aim(this.spots.values(), at.x, at.y, wanted, drawn);
  }
  /** @param {PointerEvent} e */
  press(e) {
    if (e.button) return;
    const keys = this.under(e.clientX, e.clientY);
    const key = keys[0];
    if (!key) {
      if (this.picked) this.pick(null);
      return;
    }
    e.preventDefault();
    this.setFocus(key, false);
    const at = this.where(e.clientX, e.clientY);
    this.drag = { key, rivals: keys, moved: false, x: at.x, y: at.y, id: e.pointerId };
    if (this.from(key).length) this.svg.setPointerCapture?.(e.pointerId);
  }
  /** @param {PointerEvent} e */
  pull(e) {
    const drag = this.drag;
    if (!drag) {
      const key = e.pointerType === "mouse" ? this.under(e.clientX, e.clientY)[0] : undefined;
      this.svg.style.cursor = key && this.wanted().has(key) ? "pointer" : "";
      return;
    }
    if (e.pointerId !== drag.id || !this.from(drag.key).length) return;
    const at = this.where(e.clientX, e.clientY);
    const [dx, dy] = [at.x - drag.x, at.y - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < PULL) return;
    if (!drag.moved) {
      drag.moved = true;
      if (this.picked !== drag.key) this.pick(drag.key);
      const node = this.standing.get(drag.key)?.node;
      if (node) {
        // Of a stack only the uppermost goes along.
        const pieces = node.querySelectorAll(".piece");
        const top = pieces.length > 1 ? pieces[pieces.length - 1] : node;
        const copy = /** @type {Element} */ (top.cloneNode(true));
        this.dragLayer.replaceChildren(copy);
        top.setAttribute("opacity", "0.35");
      }
    }
    this.dragLayer.setAttribute("transform", `translate(${dx} ${dy})`);
  }
  /** @param {PointerEvent} e */
  release(e) {
    const drag = this.drag;
    this.endDrag();
    if (!drag || e.pointerId !== drag.id) return;
    if (!drag.moved) {
      // A piece that cannot be moved does not go along, but was meant to go where it was let go.
      const at = this.where(e.clientX, e.clientY);
      const pulled = Math.hypot(at.x - drag.x, at.y - drag.y) >= PULL && this.standing.has(drag.key);
      const [end] = pulled ? this.under(e.clientX, e.clientY, new Set()) : [];
      if (end && end !== drag.key) return this.handlers.refused?.(drag.key, end);
      return this.point(drag.key, drag.rivals);
    }
    const targets = new Set(this.from(drag.key).map((c) => c.to ?? ""));
    const [key] = this.under(e.clientX, e.clientY, targets);
    if (key && key !== drag.key) {
      const fitting = this.choices.filter((c) => c.from === drag.key && c.to === key);
      if (fitting.length) return this.take(fitting, key);
      this.handlers.refused?.(drag.key, key);
    }
    this.pick(null);
  }
  endDrag() {
    if (this.drag) {
      const node = this.standing.get(this.drag.key)?.node;
      for (const n of node ? [node, ...node.querySelectorAll("[opacity]")] : []) n.removeAttribute("opacity");
    }
    this.drag = null;
    this.dragLayer.replaceChildren();
    this.dragLayer.removeAttribute("transform");
  }

  // ---- keyboard ----

  /** @param {string} key @param {boolean} [focus] */
  setFocus(key, focus = true) {
    this.spotNodes.get(this.focusKey)?.setAttribute("tabindex", "-1");
    this.focusKey = key;
    const node = this.spotNodes.get(key);
    node?.setAttribute("tabindex", "0");
    if (focus) /** @type {SVGElement | undefined} */ (node)?.focus();
  }

  /** The nearest place in a direction of the screen. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const here = this.spots.get(this.focusKey);
    if (!here) return;
    // The sheet is turned under the eyes.
    for (let i = 0; i < this.turn; i++) [dx, dy] = [dy, -dx];
    let best = null;
    let least = Infinity;
    for (const spot of this.spots.values()) {
      const [x, y] = [spot.x - here.x, spot.y - here.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (along <= 1 || aside > along * 1.2) continue;
      const cost = along + 2 * aside;
      if (cost < least) [best, least] = [spot, cost];
    }
    if (best) this.setFocus(best.key);
  }

  /** A number for the place in focus: a choice, or a pencil mark. @param {string} digit @param {boolean} pencil */
  digit(digit, pencil) {
    const key = this.focusKey;
    const here = this.at(key);
    const fitting = here.filter((c) => valueOf(c) === digit);
    if (!here.some((c) => valueOf(c) !== null)) return false;
    if (pencil) {
      const values = this.pencil.get(key) ?? new Set();
      if (!values.delete(digit)) values.add(digit);
      this.pencil.set(key, values);
      this.drawPencil();
      this.labels();
      this.handlers.pencilled?.();
      this.handlers.speak(values.size ? `pencilled ${[...values].sort().join(" ")}` : "pencil marks erased");
    } else if (fitting.length) this.take(fitting, key);
    else this.handlers.speak(`${digit} cannot stand here`);
    return true;
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] });
    const step = steps[e.key];
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const digit = /^(Digit|Numpad)(\d)$/.exec(e.code)?.[2];
    if (step) this.step(...step);
    else if (digit && this.digit(digit, e.shiftKey || this.penciling)) { /* done */ }
    else if (e.key === "Enter" || e.key === " ") this.point(this.focusKey);
    else if (e.key === "Escape") {
      this.pick(null);
      this.handlers.speak("let go");
    } else if (e.key === "n") {
      const near = this.spots.get(this.focusKey)?.near ?? [];
      const say = near.map(([d, k]) => `${d}: ${this.words(k)}`);
      this.handlers.speak(say.length ? say.join("; ") : "no neighbours");
    } else if (e.key === "m") {
      const here = [...this.from(this.focusKey), ...this.at(this.focusKey)].map((c) => c.label ?? c.name);
      this.handlers.speak(here.length ? here.slice(0, 30).join(", ") : "no moves from here");
    } else if (e.key === "l") {
      this.handlers.speak(this.last.length ? `last move: ${this.last.map((k) => this.words(k)).join(" to ")}` : "no move yet");
    } else if (e.key === "p") {
      const keys = [...this.spots.keys()];
      const wanted = this.picked ? new Set(this.from(this.picked).map((c) => c.to)) : this.openings();
      const here = keys.indexOf(this.focusKey);
      const next = [...keys.slice(here + 1), ...keys.slice(0, here + 1)].find((k) => wanted.has(k));
      if (next) this.setFocus(next);
      else this.handlers.speak("nothing can be chosen now");
    } else return;
    e.preventDefault();
  }
}

/** The number that a choice writes into its place, if it does. @param {Choice} choice */
export function valueOf(choice) {
  return /=(\d+)$/.exec(choice.name)?.[1] ?? null;
}
