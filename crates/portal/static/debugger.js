// The debugger of the editor: the position of the written game, the clauses that were evaluated with their values,
// breakpoints on lines, watch expressions, random games until a clause fires. The server keeps nothing: each question
// holds the text and the moves.
// @ts-check

const root = /** @type {HTMLElement} */ (document.getElementById("debugger"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));

/** @typedef {{text: string, file: string, line: number, column: number, start: number, end: number, used_line: number, through: string[]}} Clause */
/** @typedef {{index: number, clause: Clause | null, action: string | null, value: string, fired: boolean, registers: string[], trial: boolean, here: boolean, children: Evaluated[]}} Evaluated */

/** @type {{moves: string[], seed: number, breaks: string[], watches: string[], at: number | null, trace: string | null}} */
const state = { moves: [], seed: 1, breaks: [], watches: [], at: null, trace: null };
/** Entries in the order of evaluation, as they are on the page. @type {{node: Evaluated, item: HTMLElement}[]} */
let entries = [];
let asked = 0;

/** @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} [children] */
function make(tag, attributes = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
/** @param {string} label @param {() => void} run */
function button(label, run) {
  const b = make("button", { type: "button" }, [label]);
  b.addEventListener("click", run);
  return b;
}

const status = make("p", { role: "status", class: "status" });
const board = make("div", { class: "preview debugboard" });
const stepped = make("p", { class: "debughere", "aria-live": "polite" });
const tree = make("ul", { class: "debugtree", role: "tree", "aria-label": "Clauses that were evaluated" });
const breaks = make("ul", { class: "debuglist" });
const watches = make("ul", { class: "debuglist" });
const coverage = make("div", { class: "debugcoverage" });
const move = make("select", { id: "debugmove" });

/** @param {string} id @param {string} label @param {string} hint @param {string} verb @param {(typed: string) => void} add */
function box(id, label, hint, verb, add) {
  const input = make("input", { id, placeholder: hint, autocomplete: "off", spellcheck: "false" });
  const form = make("form", { class: "debugform" }, [make("label", { for: id }, [label]), input, make("button", {}, [verb])]);
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    const typed = input.value.trim();
    if (typed) add(typed);
    input.value = "";
  });
  return form;
}

/** @param {Partial<{random: boolean, run: number, coverage: number}>} [extra] */
async function ask(extra = {}) {
  const mine = ++asked;
  status.textContent = "…";
  const body = { text: text.value, moves: state.moves, seed: state.seed, break: state.breaks, watches: state.watches, at: state.at, trace: state.trace, ...extra };
  const answer = await fetch("/api/debug", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
  if (mine !== asked) return;
  if (!answer || !answer.ok) {
    status.textContent = answer && answer.status === 429 ? "Too many questions at once; try again in a moment." : "The server did not answer.";
    return;
  }
  show(await answer.json(), Boolean(extra.coverage));
}

/** @param {{report: any, svg: string | null, messages: {message: string}[]}} shown @param {boolean} counting */
function show(shown, counting) {
  const report = shown.report;
  if (!shown.svg) {
    status.textContent = [...shown.messages.map((m) => m.message), ...report.problems][0] ?? "This cannot be played.";
    board.replaceChildren();
    tree.replaceChildren();
    entries = [];
    return;
  }
  state.moves = report.moves;
  state.seed = report.seed;
  const svg = new DOMParser().parseFromString(shown.svg, "image/svg+xml").documentElement;
  board.replaceChildren(document.importNode(svg, true));
  const turn = report.over ? "The game is over." : `P${report.mover} to move, ${report.legal.length} legal moves.`;
  const stopped = report.stopped;
  const ran = report.ran && !counting ? ` (${report.ran.games} games, ${report.ran.plies} moves)` : "";
  const where = !stopped ? report.ran && !counting ? `No breakpoint was met${ran}. ` : "" : `Stopped at ${stopped.breakpoint}${stopped.by ? (stopped.made ? ` by ${stopped.by}` : ` while ${stopped.by} is made`) : ""}${ran}. `;
  status.textContent = [...report.problems, `${where}${turn}`].join(" ");
  if (stopped && stopped.clause) select(stopped.clause, false);
  move.replaceChildren(...report.legal.map((/** @type {string} */ name) => make("option", {}, [name])));
  if (state.trace && report.legal.includes(state.trace)) move.value = state.trace;
  draw(report.tree);
  lists(report.watches);
  if (report.coverage) count(report.coverage, report.ran);
}

/** @param {{roots: Evaluated[], left_out: number} | null} told */
function draw(told) {
  entries = [];
  tree.replaceChildren(...(told ? told.roots.map((n) => item(n, 0)) : []));
  if (told && told.left_out) tree.append(make("li", { class: "line" }, [`${told.left_out} more evaluations are not shown`]));
  // One stop of the Tab key; the arrows walk from there.
  entries[0]?.item.querySelector(".debugclause")?.setAttribute("tabindex", "0");
  const here = entries.find((e) => e.node.here);
  if (here) focus(here, false);
  else stepped.textContent = told && told.roots.length ? "Step, or open a clause below." : "";
}

/** @param {string} words @param {number} most */
const short = (words, most) => (words.length > most ? `${words.slice(0, most)}…` : words);

/** @param {Evaluated} node @param {number} depth @returns {HTMLElement} */
function item(node, depth) {
  const value = make("span", { class: node.fired ? "debugyes" : "debugno" }, [short(node.value, 60)]);
  const words = make("button", { type: "button", class: "debugclause", tabindex: "-1" }, [
    make("code", {}, [node.clause ? short(node.clause.text, 70) : `· ${node.action}`]),
    ...(node.registers.length ? [make("span", { class: "debugregs" }, [` ${node.registers.join(" ")}`])] : []),
    ...(node.trial ? [make("span", { class: "debugregs" }, [" on trial"])] : []), " = ", value]);
  const li = make("li", { role: "treeitem" });
  const entry = { node, item: li };
  entries.push(entry);
  words.addEventListener("click", () => focus(entry, true));
  if (!node.children.length) {
    li.append(words);
    return li;
  }
  const below = make("ul", { role: "group" });
  const fold = make("details", {}, [make("summary", { tabindex: "-1" }, [words]), below]);
  const inner = node.children.map((n) => item(n, depth + 1));
  below.append(...inner);
  /** @type {HTMLDetailsElement} */ (fold).open = depth < 1 && node.children.length < 40;
  li.append(fold);
  return li;
}

/** @param {{node: Evaluated, item: HTMLElement}} entry @param {boolean} chosen */
function focus(entry, chosen) {
  for (const e of entries) {
    e.item.classList.toggle("debugnow", e === entry);
    e.item.querySelector(".debugclause")?.setAttribute("tabindex", e === entry ? "0" : "-1");
  }
  for (let p = entry.item.parentElement; p && p !== tree; p = p.parentElement) if (p instanceof HTMLDetailsElement) p.open = true;
  entry.item.scrollIntoView({ block: "nearest" });
  const { clause, action, value, registers } = entry.node;
  stepped.textContent = `${clause ? `line ${clause.used_line}: ${short(clause.text, 160)}` : action}${registers.length ? ` [${registers.join(" ")}]` : ""} = ${value}`;
  if (clause) select(clause, false);
  if (chosen) {
    state.at = entry.node.index;
    if (state.watches.length) ask();
  }
}

/** Selects a clause in the text; offsets come in bytes. @param {Clause} clause @param {boolean} go */
function select(clause, go) {
  const bytes = new TextEncoder().encode(text.value);
  const upTo = (/** @type {number} */ n) => new TextDecoder().decode(bytes.slice(0, n)).length;
  const [from, to] = [upTo(clause.start), upTo(clause.end)];
  text.setSelectionRange(from, to);
  mark(from, to);
  const height = parseFloat(getComputedStyle(text).lineHeight) || 20;
  text.scrollTop = Math.max(0, (clause.used_line - 4) * height);
  if (go) text.focus();
}

/** Colours the clause in the text behind the text area: a selection without the focus is not drawn. @param {number} from @param {number} to */
function mark(from, to) {
  const shadow = document.getElementById("shadow");
  if (!shadow || !("highlights" in CSS)) return;
  const range = document.createRange();
  const walker = document.createTreeWalker(shadow, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (from >= at && from <= at + length) range.setStart(node, from - at);
    if (to >= at && to <= at + length) { range.setEnd(node, to - at); break; }
    at += length;
  }
  CSS.highlights.set("debugger", new Highlight(range));
}

/** @param {"in" | "over" | "out"} how */
function step(how) {
  if (!entries.length) return;
  const at = entries.findIndex((e) => e.item.classList.contains("debugnow"));
  let next = at + 1;
  if (at >= 0 && how !== "in") {
    const around = how === "out" ? entries[at].item.parentElement?.closest("li") ?? entries[at].item : entries[at].item;
    while (next < entries.length && around.contains(entries[next].item)) next++;
  }
  if (next < entries.length) focus(entries[next], true);
  else {
    for (const e of entries) e.item.classList.remove("debugnow");
    state.at = null;
    stepped.textContent = "The evaluation is at its end.";
  }
}

/** @param {{expression: string, value: string | null, problem: string | null}[]} told */
function lists(told) {
  /** @param {string[]} list @param {number} i @param {(Node | string)[]} words */
  const line = (list, i, words) => {
    const drop = button("×", () => { list.splice(i, 1); ask(); });
    drop.setAttribute("aria-label", `Remove ${list[i]}`);
    return make("li", {}, [drop, " ", ...words]);
  };
  breaks.replaceChildren(...state.breaks.map((b, i) => line(state.breaks, i, [/^\d/.test(b) ? `line ${b}` : b])));
  watches.replaceChildren(...state.watches.map((w, i) => {
    const found = told.find((t) => t.expression === w);
    return line(state.watches, i, [make("code", {}, [w]), " = ", make("span", { class: found?.problem ? "debugno" : "debugyes" }, [found?.value ?? found?.problem ?? ""])]);
  }));
}

/** @param {{line: number, evaluated: number, fired: number, applied: number, silent: string[]}[]} lines @param {{games: number, plies: number}} ran */
function count(lines, ran) {
  const rows = lines.map((l) => {
    const go = button(String(l.line), () => select({ text: "", file: "", line: l.line, column: 1, used_line: l.line, through: [], ...lineBytes(l.line) }, true));
    return make("tr", l.fired ? {} : { class: "debugdead" }, [make("td", {}, [go]), ...[l.evaluated, l.fired, l.applied].map((n) => make("td", {}, [String(n)]))]);
  });
  const head = make("tr", {}, ["line", "evaluated", "fired", "applied"].map((h) => make("th", { scope: "col" }, [h])));
  coverage.replaceChildren(make("p", { class: "line" }, [`${ran.games} games, ${ran.plies} moves. Lines that never fired are marked.`]), make("table", {}, [make("thead", {}, [head]), make("tbody", {}, rows)]));
}
/** @param {number} line */
function lineBytes(line) {
  const lines = text.value.split("\n");
  const size = (/** @type {string} */ s) => new TextEncoder().encode(s).length;
  const start = size(lines.slice(0, line - 1).map((l) => `${l}\n`).join(""));
  return { start, end: start + size(lines[line - 1] ?? "") };
}

function forget() {
  state.at = null;
  state.trace = null;
}
/** Adds a breakpoint, or takes it away: for the line numbers beside the text. @param {string} where */
export function toggleBreakpoint(where) {
  const i = state.breaks.indexOf(where);
  if (i >= 0) state.breaks.splice(i, 1);
  else state.breaks.push(where);
  if (panel.open) ask();
}
document.getElementById("gutter")?.addEventListener("click", (e) => {
  const line = e.target instanceof HTMLElement ? e.target.dataset.line ?? e.target.textContent?.trim() : "";
  if (line && /^\d+$/.test(line)) {
    panel.open = true;
    toggleBreakpoint(line);
  }
});

const play = button("Play", () => { const name = move.value; if (name) { forget(); state.moves.push(name); ask(); } });
const trace = button("What it does", () => { state.at = null; state.trace = move.value; ask(); });
const panel = /** @type {HTMLDetailsElement} */ (make("details", { class: "debugpanel" }, [
  make("summary", {}, ["Debugger"]),
  status, board,
  make("div", { class: "buttons" }, [
    button("Random move", () => { forget(); ask({ random: true }); }),
    button("Back", () => { forget(); state.moves.pop(); ask(); }),
    button("From the start", () => { forget(); state.moves = []; ask(); })]),
  make("div", { class: "buttons" }, [make("label", { for: "debugmove" }, ["Move"]), move, play, trace]),
  make("h3", {}, ["Breakpoints"]), breaks,
  box("debugbreak", "Line or clause", "12, or (move Hop", "Add", (typed) => { state.breaks.push(typed); ask(); }),
  make("div", { class: "buttons" }, [
    button("Run until it fires", () => { forget(); ask({ run: 1000 }); }),
    button("Next seed", () => { forget(); state.seed += 1000; ask({ run: 1000 }); }),
    button("Coverage of 20 games", () => ask({ coverage: 20 }))]),
  make("h3", {}, ["Watch"]), watches,
  box("debugwatch", "Expression", "(count Pieces Mover)", "Add", (typed) => { state.watches.push(typed); ask(); }),
  make("h3", {}, ["Clauses"]),
  make("div", { class: "buttons" }, [button("Step", () => step("in")), button("Over", () => step("over")), button("Out", () => step("out"))]),
  stepped, tree, coverage]));
root.append(panel);
panel.addEventListener("toggle", () => { if (panel.open) ask(); });

// Arrow keys walk over the tree as in other trees.
tree.addEventListener("keydown", (e) => {
  const at = entries.findIndex((x) => x.item.contains(document.activeElement) && x.item.querySelector(".debugclause") === document.activeElement);
  /** @param {number} to */
  const go = (to) => {
    const next = entries[to];
    if (!next) return;
    focus(next, false);
    /** @type {HTMLElement | null} */ (next.item.querySelector(".debugclause"))?.focus();
    e.preventDefault();
  };
  const seen = (/** @type {number} */ i) => entries[i] && /** @type {HTMLElement} */ (entries[i].item).offsetParent !== null;
  if (at < 0) return;
  if (e.key === "ArrowDown") { let i = at + 1; while (i < entries.length && !seen(i)) i++; go(i); }
  else if (e.key === "ArrowUp") { let i = at - 1; while (i > 0 && !seen(i)) i--; go(i); }
  else if (e.key === "ArrowRight" || e.key === "ArrowLeft") {
    const fold = entries[at].item.querySelector(":scope > details");
    if (fold instanceof HTMLDetailsElement) { fold.open = e.key === "ArrowRight"; e.preventDefault(); }
  }
});
