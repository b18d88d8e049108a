// A board that knows no rules. It shows a ground and what stands on it, lets somebody point at places (mouse, touch,
// keyboard), and reports which of the offered choices was meant. Everything it shows was decided by the server.
// @ts-check

/**
 * @typedef {{key: string, name: string, x: number, y: number, r: number, shape?: [number, number][], of?: string, near?: [string, string][]}} Spot
 * @typedef {{version: number, area: number[], svg: string, defs: Record<string, string>, spots: Spot[]}} Ground
 * @typedef {{key: string, svg: string, words: string}} Standing
 * @typedef {{name: string, from?: string, to?: string}} Choice
 * @typedef {{ply: number, ground: number, sites: Standing[], gone?: string[], defs: Record<string, string>, order?: string[] | null, last: string[], scores: number[], notes: string[], choices: Choice[]}} Scene
 */

const SVG = "http://www.w3.org/2000/svg";

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
   * @param {{choose: (c: Choice) => void, ask: (cs: Choice[]) => void, speak: (s: string) => void}} handlers
   */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
    /** @type {Ground | null} */
    this.ground = null;
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** @type {Map<string, Standing & {node: Element}>} */
    this.standing = new Map();
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {string | null} */
    this.picked = null;
    /** @type {string[]} */
    this.last = [];
    this.focusKey = "";
    this.svg = make("svg", { role: "presentation" });
    this.defs = make("defs");
    this.groundLayer = make("g");
    this.lastLayer = make("g");
    this.pieceLayer = make("g", { class: "pieces" });
    this.markLayer = make("g");
    this.spotLayer = make("g");
    this.dragLayer = make("g", { class: "pieces dragged" });
    this.svg.append(this.defs, this.groundLayer, this.lastLayer, this.pieceLayer, this.markLayer, this.spotLayer, this.dragLayer);
    host.replaceChildren(this.svg);
    this.svg.addEventListener("keydown", (e) => this.key(/** @type {KeyboardEvent} */ (e)));
    this.svg.addEventListener("pointerdown", (e) => this.press(/** @type {PointerEvent} */ (e)));
    /** @type {{key: string, moved: boolean, x: number, y: number, id: number} | null} */
    this.drag = null;
    this.svg.addEventListener("pointermove", (e) => this.pull(/** @type {PointerEvent} */ (e)));
    this.svg.addEventListener("pointerup", (e) => this.release(/** @type {PointerEvent} */ (e)));
    this.svg.addEventListener("pointercancel", () => this.endDrag());
  }

  /** @param {Ground} ground */
  setGround(ground) {
    this.ground = ground;
    this.svg.setAttribute("viewBox", ground.area.join(" "));
    this.defs.replaceChildren();
    this.addDefs(ground.defs);
    this.groundLayer.replaceChildren(...drawing(ground.svg));
    // The picture's own markings of sites are not needed here.
    this.spots = new Map(ground.spots.map((s) => [s.key, s]));
    this.standing.clear();
    this.pieceLayer.replaceChildren();
    this.spotLayer.replaceChildren();
    for (const spot of ground.spots) {
      let shape;
      if (spot.shape && spot.shape.length > 2) shape = make("polygon", { points: spot.shape.map((p) => p.join(",")).join(" ") });
      else if (spot.shape && spot.shape.length === 2) shape = make("line", { x1: spot.shape[0][0], y1: spot.shape[0][1], x2: spot.shape[1][0], y2: spot.shape[1][1] });
      else shape = make("circle", { cx: spot.x, cy: spot.y, r: Math.max(spot.r, 24) });
      shape.setAttribute("class", "spot");
      shape.setAttribute("role", "button");
      shape.setAttribute("tabindex", "-1");
      /** @type {any} */ (shape).dataset.key = spot.key;
      this.spotLayer.append(shape);
    }
    this.focusKey = ground.spots[0]?.key ?? "";
    this.picked = null;
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
      const node = make("g");
      node.append(...drawing(site.svg));
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
  }

  /** The piece that came to the last place slides there from where it was. @param {Scene} scene */
  animate(scene) {
    if (scene.last.length !== 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [from, to] = scene.last.map((k) => this.spots.get(k));
    const moved = this.standing.get(scene.last[1]);
    if (!from || !to || !moved || !scene.sites.some((s) => s.key === scene.last[1])) return;
    const node = /** @type {SVGGElement} */ (moved.node);
    node.animate?.([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "translate(0, 0)" }], { duration: 180, easing: "ease-out" });
  }

  /** Choices that begin at a place. @param {string} key */
  from(key) {
    return this.choices.filter((c) => c.from === key);
  }
  /** Choices for which pointing at a place is enough. @param {string} key */
  at(key) {
    return this.choices.filter((c) => !c.from && c.to === key);
  }

  /** Somebody pointed at a place. @param {string} key */
  point(key) {
    if (this.picked && this.picked !== key) {
      const fitting = this.choices.filter((c) => c.from === this.picked && c.to === key);
      if (fitting.length) return this.take(fitting);
    }
    if (this.picked === key) {
      this.picked = null;
      this.marks();
      // A piece that can also be chosen by itself.
      const alone = this.at(key);
      if (alone.length) this.take(alone);
      else this.handlers.speak("let go");
      return;
    }
    const alone = this.at(key);
    const starts = this.from(key);
    if (alone.length && !starts.length) return this.take(alone);
    if (starts.length) {
      this.picked = key;
      this.marks();
      const places = new Set(starts.map((c) => this.spots.get(c.to ?? "")?.name ?? c.to));
      this.handlers.speak(`${this.words(key)} chosen; it can go to ${[...places].slice(0, 12).join(", ")}${places.size > 12 ? " and more" : ""}`);
      return;
    }
    this.picked = null;
    this.marks();
    if (this.choices.length) this.handlers.speak(`${this.spots.get(key)?.name ?? key}: nothing can be done here`);
  }

  /** @param {Choice[]} choices */
  take(choices) {
    this.picked = null;
    this.marks();
    if (choices.length === 1) this.handlers.choose(choices[0]);
    else this.handlers.ask(choices);
  }

  /** @param {string} key */
  words(key) {
    const spot = this.spots.get(key);
    const what = this.standing.get(key)?.words;
    return `${spot?.name ?? key}${spot?.of ? ` in the ${spot.of}` : ""}, ${what || "empty"}`;
  }

  labels() {
    const starts = new Set(this.choices.map((c) => c.from ?? c.to));
    for (const node of this.spotLayer.children) {
      const key = /** @type {any} */ (node).dataset.key;
      const can = starts.has(key);
      node.classList.toggle("can", can);
      node.setAttribute("aria-label", this.words(key) + (this.last.includes(key) ? ", last move" : "") + (can ? ", can be chosen" : ""));
      node.setAttribute("tabindex", key === this.focusKey ? "0" : "-1");
    }
  }

  closeMarks() {
    this.markLayer.replaceChildren();
    this.lastLayer.replaceChildren();
  }

  /** An outline on a place. @param {string} key @param {string} cls @param {number} [shrink] */
  outline(key, cls, shrink = 0.86) {
    const spot = this.spots.get(key);
    if (!spot) return null;
    if (spot.shape && spot.shape.length > 2) {
      const points = spot.shape.map(([x, y]) => [spot.x + (x - spot.x) * shrink, spot.y + (y - spot.y) * shrink].join(",")).join(" ");
      return make("polygon", { points, class: cls });
    }
    if (spot.shape && spot.shape.length === 2) return make("line", { x1: spot.shape[0][0], y1: spot.shape[0][1], x2: spot.shape[1][0], y2: spot.shape[1][1], class: cls });
    return make("circle", { cx: spot.x, cy: spot.y, r: Math.max(spot.r * shrink, 20), class: cls });
  }

  marks() {
    this.closeMarks();
    for (const key of this.last) {
      const o = this.outline(key, "lastmark", 0.93);
      if (o) this.lastLayer.append(o);
    }
    if (this.picked) {
      const o = this.outline(this.picked, "pick");
      if (o) this.markLayer.append(o);
      for (const key of new Set(this.from(this.picked).map((c) => c.to ?? ""))) this.target(key);
    } else {
      // Many places would only be a carpet of dots; then the pointer tells.
      const alone = new Set(this.choices.filter((c) => !c.from && c.to).map((c) => c.to ?? ""));
      if (alone.size <= 150) for (const key of alone) this.target(key, true);
      const starts = new Set(this.choices.filter((c) => c.from).map((c) => c.from ?? ""));
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

  // ---- pointing ----

  /** @param {Event} e */
  keyOf(e) {
    return e.target instanceof Element ? /** @type {any} */ (e.target.closest(".spot"))?.dataset.key : undefined;
  }
  /** @param {PointerEvent} e */
  where(e) {
    const matrix = /** @type {SVGSVGElement} */ (this.svg).getScreenCTM();
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix?.inverse());
    return p;
  }
  /** The nearest place of the page under the pointer. @param {PointerEvent} e */
  under(e) {
    const hit = document.elementsFromPoint(e.clientX, e.clientY).find((n) => n.classList.contains("spot"));
    return hit ? /** @type {any} */ (hit).dataset.key : undefined;
  }
  /** @param {PointerEvent} e */
  press(e) {
    const key = this.keyOf(e);
    if (!key || e.button) return;
    e.preventDefault();
    this.setFocus(key, false);
    const at = this.where(e);
    this.drag = { key, moved: false, x: at.x, y: at.y, id: e.pointerId };
    if (this.from(key).length) this.svg.setPointerCapture?.(e.pointerId);
  }
  /** @param {PointerEvent} e */
  pull(e) {
    const drag = this.drag;
    if (!drag || e.pointerId !== drag.id || !this.from(drag.key).length) return;
    const at = this.where(e);
    const [dx, dy] = [at.x - drag.x, at.y - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 18) return;
    if (!drag.moved) {
      drag.moved = true;
      if (this.picked !== drag.key) {
        this.picked = drag.key;
        this.marks();
      }
      const node = this.standing.get(drag.key)?.node;
      if (node) {
        this.dragLayer.replaceChildren(node.cloneNode(true));
        node.setAttribute("opacity", "0.35");
      }
    }
    this.dragLayer.setAttribute("transform", `translate(${dx} ${dy})`);
  }
  /** @param {PointerEvent} e */
  release(e) {
    const drag = this.drag;
    this.endDrag();
    if (!drag || e.pointerId !== drag.id) return;
    const key = this.under(e);
    if (!drag.moved) return this.point(drag.key);
    if (key && key !== drag.key) {
      const fitting = this.choices.filter((c) => c.from === drag.key && c.to === key);
      if (fitting.length) return this.take(fitting);
    }
    this.picked = null;
    this.marks();
  }
  endDrag() {
    if (this.drag) this.standing.get(this.drag.key)?.node.removeAttribute("opacity");
    this.drag = null;
    this.dragLayer.replaceChildren();
    this.dragLayer.removeAttribute("transform");
  }

  // ---- keyboard ----

  /** @param {string} key @param {boolean} [focus] */
  setFocus(key, focus = true) {
    this.focusKey = key;
    for (const node of this.spotLayer.children) {
      const mine = /** @type {any} */ (node).dataset.key === key;
      node.setAttribute("tabindex", mine ? "0" : "-1");
      if (mine && focus) /** @type {SVGElement} */ (node).focus();
    }
  }

  /** The nearest place in a direction of the screen. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const here = this.spots.get(this.focusKey);
    if (!here) return;
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

  /** @param {KeyboardEvent} e */
  key(e) {
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] });
    const step = steps[e.key];
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (step) this.step(...step);
    else if (e.key === "Enter" || e.key === " ") this.point(this.focusKey);
    else if (e.key === "Escape") {
      this.picked = null;
      this.marks();
      this.handlers.speak("let go");
    } else if (e.key === "n") {
      const near = this.spots.get(this.focusKey)?.near ?? [];
      const say = near.map(([d, k]) => `${d}: ${this.words(k)}`);
      this.handlers.speak(say.length ? say.join("; ") : "no neighbours");
    } else if (e.key === "m") {
      const here = [...this.from(this.focusKey), ...this.at(this.focusKey)].map((c) => c.name);
      this.handlers.speak(here.length ? here.slice(0, 30).join(", ") : "no moves from here");
    } else if (e.key === "l") {
      this.handlers.speak(this.last.length ? `last move: ${this.last.map((k) => this.words(k)).join(" to ")}` : "no move yet");
    } else if (e.key === "p") {
      const keys = [...this.spots.keys()];
      const wanted = new Set(this.picked ? this.from(this.picked).map((c) => c.to) : this.choices.map((c) => c.from ?? c.to));
      const here = keys.indexOf(this.focusKey);
      const next = [...keys.slice(here + 1), ...keys.slice(0, here + 1)].find((k) => wanted.has(k));
      if (next) this.setFocus(next);
    } else return;
    e.preventDefault();
  }
}
