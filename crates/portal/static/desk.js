// A board without a table: it shows a position that is told by its moves, and asks the server what may be done there. Used
// by lessons, puzzles and studies; it knows no rules and keeps nothing but the line it shows.
// @ts-check
import { Board, valueOf } from "/static/board.js";
import { Chooser, briefly } from "/static/chooser.js";

/** @typedef {{game?: string, ruleset?: string | null, options?: string[], written?: string | null}} Spec */
/** @typedef {Spec & {base?: any, seed?: number, chance?: any, moves: string[]}} Line */

/** @param {string} id */
export const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Refusal extends Error {}

/** Asks the server about a position. @param {Line} line @param {any} want */
export async function askServer(line, want) {
  const answer = await fetch("/api/board", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...line, want }),
  }).catch(() => null);
  if (!answer) throw new Refusal("the server does not answer");
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(value.error ?? `the server answered ${answer.status}`);
  return value;
}

export class Desk {
  /**
   * @param {{choose: (name: string) => void, pointed?: (key: string) => boolean}} handlers what is done with a chosen move;
   *   `pointed` may take a place that was pointed at for itself
   */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {any} what the server told of the position */
    this.told = null;
    /** @type {Line} */
    this.line = { moves: [] };
    this.turnedBy = 0;
    this.viewpoint = 0;
    this.hasGround = false;
    /** Answers that come after a later question are not shown. */
    this.asked = 0;
    const speak = (/** @type {string} */ text) => { $("speak").textContent = text; };
    this.speak = speak;
    this.board = new Board($("board"), {
      choose: (c) => this.take(c.name),
      ask: (cs, key) => this.which(cs, key),
      speak,
      refused: (from, to) => this.refused(from, to),
    });
    const point = this.board.point.bind(this.board);
    this.board.point = (key, rivals) => {
      if (!handlers.pointed?.(key)) point(key, rivals);
    };
    this.chooser = new Chooser($("chooser"), {
      take: (c) => this.take(c.name),
      leave: () => { this.board.marks(); this.board.setFocus(this.board.focusKey); },
      show: (c) => { this.board.marks(); this.board.hint(c.covers ?? []); },
      pencil: () => false,
    });
    /** What was said about a move that cannot be made. @type {(text: string) => void} */
    this.explain = () => {};
  }

  /** @param {string} name */
  take(name) {
    this.chooser.close();
    this.handlers.choose(name);
  }

  /** @param {any[]} choices @param {string} key */
  which(choices, key) {
    const where = this.board.place(key);
    this.chooser.ask(choices, this.board.onScreen(key), choices.every((c) => valueOf(c) !== null) ? `${where}: which number?` : `Which move to ${where}?`);
    this.speak(`${choices.length} moves fit: ${choices.slice(0, 12).map(briefly).join(", ")}`);
  }

  /** @param {string | null} from @param {string} to */
  async refused(from, to) {
    if (!this.told || this.told.over || !this.line) return;
    const told = await this.ask({ explain: from ? { from, to } : { from: to, to: null } }).catch(() => null);
    if (told?.explanation) this.explain(told.explanation);
  }

  /** @param {any} want */
  ask(want) {
    return askServer(this.line, want);
  }

  /** Shows the position of a line. False if another one was asked for in the meantime. @param {Line} line @param {{animate?: boolean}} [how] */
  async load(line, how = {}) {
    const mine = ++this.asked;
    this.line = line;
    const told = await askServer(line, { scene: { ground: !this.hasGround } });
    if (mine !== this.asked) return false;
    await this.show(told, how);
    return true;
  }

  /** Shows what the server told. @param {any} told @param {{animate?: boolean}} [how] */
  async show(told, how = {}) {
    this.told = told;
    const changed = told.ground && told.ground.version !== this.board.ground?.version;
    if (told.ground && (!this.hasGround || changed)) {
      this.board.setGround(told.ground);
      this.hasGround = true;
      // A board that is much wider than high has the words below it.
      const wide = told.ground.area[2] > 1.45 * told.ground.area[3];
      document.querySelector(".deskgrid")?.classList.toggle("wideboard", wide);
    } else if (this.hasGround && told.scene.ground !== this.board.ground?.version) {
      const again = await askServer(this.line, { scene: { ground: true } });
      this.board.setGround(again.ground);
    }
    this.turn();
    this.board.show(told.scene, { whole: true, animate: how.animate ?? false });
    this.board.warn(told.scene.check ?? []);
    this.spoken(told.scene.choices);
    const notes = document.getElementById("notes");
    if (notes) notes.textContent = told.scene.notes.join(" · ");
  }

  /** Moves that have no place on the board are buttons below it. @param {any[]} choices */
  spoken(choices) {
    const said = $("said");
    said.replaceChildren(...choices.filter((c) => !c.to).slice(0, 60).map((c) => {
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = c.label || c.name;
      b.dataset.name = c.name;
      b.addEventListener("click", () => this.take(c.name));
      return b;
    }));
  }

  /** Leaves only these moves to choose. @param {(c: any) => boolean} which */
  only(which) {
    this.board.choices = this.board.choices.filter(which);
    this.board.labels();
    this.board.marks();
    this.spoken(this.board.choices);
  }

  /** Nothing can be chosen. */
  lock() {
    this.only(() => false);
  }

  /** Turns the board so that this player sits below. */
  turn() {
    const side = this.told?.sides?.[this.viewpoint];
    const area = this.board.ground?.area ?? [0, 0, 1, 1];
    const wide = Math.max(area[2], area[3]) > 1.2 * Math.min(area[2], area[3]);
    let quarters = Math.round((side?.turn ?? 0) / 90);
    // A long board that would stand upright stays as it lies.
    if (wide && quarters % 2) quarters = 0;
    const wanted = (quarters + this.turnedBy) % 4;
    if (wanted !== this.board.turn) this.board.setTurn(wanted);
  }

  flip() {
    this.turnedBy = (this.turnedBy + 2) % 4;
    this.turn();
    this.speak("the board is turned");
  }

  /** The choice with this name. @param {string} name */
  choice(name) {
    return this.told?.scene.choices.find((/** @type {any} */ c) => c.name === name);
  }
}
