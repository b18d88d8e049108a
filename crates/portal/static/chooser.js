// The question which of several moves is meant, asked beside the place it is about.
// @ts-check
import { valueOf } from "/static/board.js";

/** @typedef {import("./board.js").Choice} Choice */

/** What tells a move apart from others that go the same way. @param {any} choice @returns {string} */
export function briefly(choice) {
  return choice.detail || choice.label || readable(choice.name);
}

/** A name of the engine for people, where the server has none. @param {string} name */
export function readable(name) {
  return name.replaceAll("_", " ").replace("=", " becomes ").replaceAll("*", " × ");
}

export class Chooser {
  /**
   * @param {HTMLElement} box inside a frame that the box is placed in
   * @param {{take: (c: Choice) => void, leave: () => void, show: (c: Choice) => void, pencil: (c: Choice) => boolean}} handlers
   */
  constructor(box, handlers) {
    this.box = box;
    this.handlers = handlers;
    box.addEventListener("keydown", (e) => this.key(e));
  }

  close() {
    this.box.hidden = true;
  }
  get open() {
    return !this.box.hidden;
  }

  /** Asks; `at` is the place on the screen it is about. @param {Choice[]} choices @param {DOMPoint | null} at @param {string} [title] */
  ask(choices, at, title = "Which move?") {
    this.box.replaceChildren();
    this.box.setAttribute("aria-label", title);
    const head = document.createElement("p");
    head.className = "choosehead";
    head.textContent = title;
    this.box.append(head);
    const numbers = choices.every((c) => valueOf(c) !== null);
    const list = document.createElement("div");
    list.className = numbers ? "options digits" : "options";
    for (const c of choices) {
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = numbers ? valueOf(c) : briefly(c);
      b.dataset.name = c.name;
      for (const event of ["focus", "pointerenter"]) b.addEventListener(event, () => this.handlers.show(c));
      b.addEventListener("click", () => {
        if (this.handlers.pencil(c)) return;
        this.close();
        this.handlers.take(c);
      });
      list.append(b);
    }
    const never = document.createElement("button");
    never.type = "button";
    never.className = "never";
    never.textContent = "None of these";
    never.addEventListener("click", () => this.leave());
    this.box.append(list, never);
    this.box.hidden = false;
    this.place(at);
    /** @type {HTMLElement | null} */ (list.firstElementChild)?.focus({ preventScroll: true });
  }

  leave() {
    this.close();
    this.handlers.leave();
  }

  /** Beside the place, inside its frame and the window. @param {DOMPoint | null} at */
  place(at) {
    const frame = /** @type {HTMLElement} */ (this.box.parentElement).getBoundingClientRect();
    const [width, height] = [this.box.offsetWidth, this.box.offsetHeight];
    const [x, y] = at ? [at.x, at.y] : [frame.x + frame.width / 2, frame.y + frame.height / 2];
    const within = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ high) => Math.max(low, Math.min(v, Math.max(low, high)));
    const right = x + 28 + width < innerWidth - 6;
    const left = within(right ? x + 28 : x - 28 - width, 6, innerWidth - width - 6);
    const top = within(y - height / 2, 6, innerHeight - height - 6);
    this.box.style.left = `${left - frame.x}px`;
    this.box.style.top = `${top - frame.y}px`;
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const buttons = [...this.box.querySelectorAll("button")];
    const here = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (e.key === "Escape") this.leave();
    else if (e.key === "ArrowDown" || e.key === "ArrowRight") buttons[(here + 1) % buttons.length]?.focus();
    else if (e.key === "ArrowUp" || e.key === "ArrowLeft") buttons[(here + buttons.length - 1) % buttons.length]?.focus();
    else if (/^\d$/.test(e.key) && buttons.some((b) => b.textContent === e.key)) buttons.find((b) => b.textContent === e.key)?.click();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }
}
