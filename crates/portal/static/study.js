// A study: a tree of moves, walked on the board; comments, marks, a judgement of every position, sharing and taking out.
// @ts-check
import { Desk, $, askServer } from "/static/desk.js";
import { KEPT, kept } from "/static/studies.js";
import { Drawing } from "/static/marks.js";
import { Graph } from "/static/graph.js";
import { t } from "/texts.js";

/** @typedef {{up: number, m: string, label: string, comment?: string, glyph?: string, marks?: any[], eval?: number, better?: string}} Node */

const root = $("study");
const field = (/** @type {string} */ id) => /** @type {HTMLTextAreaElement} */ (/** @type {unknown} */ ($(id)));
/** The working copy has a name in this browser. */
let local = location.hash.slice(1) || Math.random().toString(36).slice(2, 10);
/** @type {any} */
let study = JSON.parse(root.dataset.study ?? "{}");
const handed = sessionStorage.getItem("ludarium-study-new");
if (!root.dataset.id && kept()[local]) study = kept()[local].study;
else if (handed && !root.dataset.id) {
  const given = JSON.parse(handed);
  if ((given.written ? `written-${given.written}` : given.game) === root.dataset.key) study = given;
}
sessionStorage.removeItem("ludarium-study-new");
/** @type {Node[]} */
const nodes = study.nodes;
let here = 0;
let judging = false;
let analysing = 0;

const desk = new Desk({ choose: (name) => play(name), pointed: (key) => drawing.pointed(key) });
desk.explain = (text) => say(text);
const drawing = new Drawing(desk.board, $("draw"), () => nodes[here].marks ?? [], (marks) => {
  nodes[here].marks = marks;
  keep();
});
const graph = new Graph($("graph"), (i) => walk(graph.nodes[i]));

const say = (/** @type {string} */ text) => { $("told").textContent = text; };

/** From the beginning to a position. @param {number} node */
function path(node) {
  const way = [];
  for (let n = node; n > 0; n = nodes[n].up) way.unshift(n);
  return way;
}
/** What follows a position, the main line first. @param {number} node */
const after = (node) => nodes.map((_, i) => i).filter((i) => i > 0 && nodes[i].up === node && !nodes[i].gone);
function mainLine() {
  const line = [0];
  for (let next = after(0)[0]; next; next = after(next)[0]) line.push(next);
  return line;
}
const lineTo = (/** @type {number} */ node) => {
  const { nodes: _, title: _t, players: _p, result: _r, ...rest } = study;
  return { ...rest, moves: path(node).map((n) => nodes[n].m) };
};

/** @param {number} node @param {boolean} [animate] */
async function walk(node, animate = false) {
  here = node;
  try {
    if (!await desk.load(lineTo(node), { animate })) return;
  } catch (e) {
    return say(/** @type {Error} */ (e).message);
  }
  shown();
  if (judging) judge();
}

function shown() {
  const told = desk.told;
  $("status").textContent = told.over ? [told.result, told.why].filter(Boolean).join(": ") : told.side ? t("study.to", { side: told.side }) : "";
  field("comment").value = nodes[here].comment ?? "";
  for (const b of document.querySelectorAll("[data-glyph]")) b.setAttribute("aria-pressed", String(nodes[here].glyph === b.getAttribute("data-glyph")));
  /** @type {HTMLButtonElement} */ ($("prev")).disabled = /** @type {HTMLButtonElement} */ ($("first")).disabled = here === 0;
  /** @type {HTMLButtonElement} */ ($("fore")).disabled = /** @type {HTMLButtonElement} */ ($("last")).disabled = after(here).length === 0;
  /** @type {HTMLButtonElement} */ ($("cut")).disabled = /** @type {HTMLButtonElement} */ ($("promote")).disabled = here === 0;
  if (!judging) $("best").replaceChildren();
  gauge(nodes[here].eval);
  drawing.draw();
  tree();
  graph.at(here);
  root.dataset.here = String(here);
  root.dataset.ready = "yes";
}

/** @param {number | undefined} first how the first side stands */
function gauge(first) {
  $("gauge").hidden = first === undefined;
  if (first === undefined) return;
  $("gaugefill").style.height = `${Math.round(100 * first)}%`;
  $("gauge").title = standing(first);
}

/** @param {number} first */
function standing(first) {
  const sides = desk.told?.sides ?? [];
  if (sides.length !== 2) return `${Math.round(100 * first)} of 100`;
  if (Math.abs(first - 0.5) < 0.03) return t("study.even");
  return t("study.ahead", { side: first > 0.5 ? sides[0].name : sides[1].name, n: Math.round(100 * Math.max(first, 1 - first)) });
}

/** @param {string} name */
function play(name) {
  const known = after(here).find((n) => nodes[n].m === name);
  if (known) return walk(known, true);
  nodes.push({ up: here, m: name, label: desk.choice(name)?.label ?? name });
  keep();
  walk(nodes.length - 1, true);
}

// ---- the tree ----

/** @param {number} n @param {boolean} numbered */
function move(n, numbered) {
  const out = [];
  const depth = path(n).length;
  if (numbered || depth % 2 === 1) {
    const num = document.createElement("span");
    num.className = "num";
    num.textContent = `${Math.ceil(depth / 2)}${depth % 2 ? "." : "…"}`;
    out.push(num);
  }
  const b = document.createElement("button");
  b.type = "button";
  b.textContent = (nodes[n].label || nodes[n].m) + (nodes[n].glyph ?? "");
  b.dataset.node = String(n);
  if (n === here) b.setAttribute("aria-current", "true");
  if (/^\?/.test(nodes[n].glyph ?? "")) b.classList.add("bad");
  if (/^!/.test(nodes[n].glyph ?? "")) b.classList.add("good");
  b.addEventListener("click", () => walk(n));
  out.push(b);
  if (nodes[n].comment) {
    const em = document.createElement("em");
    em.textContent = nodes[n].comment ?? "";
    out.push(em);
  }
  return out;
}

/** @param {number} from @param {boolean} numbered */
function lineOf(from, numbered) {
  const box = document.createDocumentFragment();
  let node = from;
  let first = numbered;
  for (;;) {
    const next = after(node);
    if (!next.length) return box;
    box.append(...move(next[0], first));
    first = !!nodes[next[0]].comment;
    for (const other of next.slice(1)) {
      const side = document.createElement("span");
      side.className = "side";
      side.append(...move(other, true), lineOf(other, !!nodes[other].comment));
      box.append(side);
      first = true;
    }
    node = next[0];
  }
}

function tree() {
  const box = $("tree");
  box.replaceChildren(lineOf(0, true));
  if (nodes[0].comment) {
    const em = document.createElement("em");
    em.textContent = nodes[0].comment;
    box.prepend(em);
  }
  const at = /** @type {HTMLElement | null} */ (box.querySelector("[aria-current]"));
  if (at) box.scrollTop = Math.max(0, at.offsetTop - box.offsetTop - box.clientHeight / 2);
}

// ---- keeping, in this browser ----

/** The tree without what was deleted. */
function whole() {
  const order = [0];
  const place = new Map([[0, 0]]);
  const out = [{ ...nodes[0] }];
  while (order.length) {
    const n = /** @type {number} */ (order.pop());
    const next = after(n);
    if (n) {
      place.set(n, out.length);
      out.push({ ...nodes[n], up: place.get(nodes[n].up) ?? 0 });
    }
    order.push(...next.reverse());
  }
  return { ...study, nodes: out };
}

function keep() {
  const all = kept();
  const name = study.title || t("study.unnamed", { game: root.dataset.game ?? "" });
  all[local] = { title: name, key: root.dataset.key ?? "", at: Date.now(), study: whole() };
  const ids = Object.keys(all).sort((a, b) => all[b].at - all[a].at);
  for (const old of ids.slice(40)) delete all[old];
  try {
    localStorage.setItem(KEPT, JSON.stringify(all));
  } catch {
    // Then it lasts as long as the page.
  }
  if (!root.dataset.id && location.hash.slice(1) !== local) history.replaceState(null, "", `#${local}`);
}

// ---- judging ----

async function judge() {
  const node = here;
  const told = await askServer(lineTo(node), { judge: { ms: 600 } }).catch(() => null);
  if (!told || node !== here) return;
  nodes[node].eval = told.first;
  gauge(told.first);
  desk.board.marks();
  drawing.draw();
  $("best").replaceChildren(...(told.best ?? []).slice(0, 4).map((/** @type {any} */ b) => {
    const li = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = b.label;
    const small = document.createElement("small");
    small.textContent = String(Math.round(100 * b.standing));
    button.append(small);
    button.addEventListener("click", () => play(b.name));
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => { desk.board.marks(); desk.board.hint((b.ends ?? []).filter(Boolean)); });
    li.append(button);
    return li;
  }));
}

/** Every position of the main line, then where the game turned. */
async function analyse() {
  const line = mainLine();
  if (line.length < 2) return say(t("study.nothing"));
  const mine = ++analysing;
  /** @type {any[]} */
  const found = [];
  $("graphbox").hidden = false;
  for (let i = 0; i < line.length; i++) {
    say(t("study.analysing", { n: i + 1, all: line.length }));
    const told = await askServer(lineTo(line[i]), { judge: { ms: line.length > 80 ? 150 : 300 } }).catch(() => null);
    if (mine !== analysing) return;
    found.push(told);
    nodes[line[i]].eval = told?.first ?? nodes[line[i]].eval;
    graph.show(line.slice(0, i + 1), line.slice(0, i + 1).map((n) => nodes[n].eval ?? 0.5), line.length);
  }
  turns(line, found);
  keep();
  shown();
}

/** @param {number[]} line @param {any[]} found */
function turns(line, found) {
  const plies = desk.told?.plies ?? [];
  const sides = desk.told?.sides ?? [];
  const all = [];
  for (let i = 1; i < line.length; i++) {
    const [before, now] = [found[i - 1], found[i]];
    if (!before || !now || before.over || before.unsure) continue;
    // What the mover lost by the move, in parts of a whole game.
    const [was, is] = sides.length === 2 && before.standing !== before.first ? [1 - before.first, 1 - now.first] : [before.first, now.first];
    const lost = was - is;
    const best = before.best[0];
    if (lost > 0.12 && best && best.name !== nodes[line[i]].m) all.push({ i, lost, was, is, best, second: before.standing !== before.first });
  }
  all.sort((a, b) => b.lost - a.lost);
  const shownTurns = all.slice(0, 6).sort((a, b) => a.i - b.i);
  for (const turn of shownTurns) {
    const node = nodes[line[turn.i]];
    node.better = turn.best.label;
    node.glyph ||= turn.lost > 0.3 ? "??" : "?";
    // The better move stands beside what was played.
    const up = node.up;
    if (!after(up).some((n) => nodes[n].m === turn.best.name)) nodes.push({ up, m: turn.best.name, label: turn.best.label, glyph: "!" });
  }
  $("turns").replaceChildren(...shownTurns.map((turn) => {
    const li = document.createElement("li");
    const b = document.createElement("button");
    b.type = "button";
    const side = sides[turn.second ? 1 : 0]?.name ?? "";
    b.textContent = t("study.turn", { n: turn.i, move: nodes[line[turn.i]].label, before: Math.round(100 * turn.was), after: Math.round(100 * turn.is), side });
    b.addEventListener("click", () => walk(line[turn.i]));
    const span = document.createElement("span");
    span.textContent = t("study.betterwas", { move: turn.best.label });
    li.append(b, span);
    return li;
  }));
  graph.turns(shownTurns.map((turn) => turn.i));
  say(shownTurns.length ? t("study.analysed", { n: shownTurns.length }) : t("study.noturns"));
  root.dataset.analysed = String(shownTurns.length);
  void plies;
}

// ---- buttons ----

$("first").addEventListener("click", () => walk(0));
$("prev").addEventListener("click", () => walk(nodes[here].up));
$("fore").addEventListener("click", () => { const next = after(here)[0]; if (next) walk(next, true); });
$("last").addEventListener("click", () => {
  let n = here;
  for (let next = after(n)[0]; next; next = after(n)[0]) n = next;
  walk(n);
});
document.addEventListener("keydown", (e) => {
  const target = /** @type {Element} */ (e.target);
  if (e.ctrlKey || e.metaKey || e.altKey || target.closest("input, textarea, select, .board, .chooser")) return;
  const button = { ArrowLeft: "prev", ArrowRight: "fore", Home: "first", End: "last" }[e.key];
  if (!button) return;
  e.preventDefault();
  $(button).click();
});
$("flip").addEventListener("click", () => { desk.flip(); drawing.draw(); });
$("draw").addEventListener("click", () => say(drawing.toggle() ? t("study.marking") : ""));
$("judge").addEventListener("click", () => {
  judging = !judging;
  $("judge").setAttribute("aria-pressed", String(judging));
  if (judging) judge();
  else $("best").replaceChildren();
});
field("comment").addEventListener("input", () => {
  nodes[here].comment = field("comment").value;
  keep();
  tree();
});
for (const b of document.querySelectorAll("[data-glyph]")) b.addEventListener("click", () => {
  if (!here) return;
  const glyph = b.getAttribute("data-glyph") ?? "";
  nodes[here].glyph = nodes[here].glyph === glyph ? "" : glyph;
  keep();
  shown();
});
$("promote").addEventListener("click", () => {
  // Each move on the way becomes the first of those beside it.
  for (const n of path(here)) {
    const beside = after(nodes[n].up);
    if (beside[0] === n) continue;
    const first = beside[0];
    [nodes[first], nodes[n]] = [nodes[n], nodes[first]];
    for (const node of nodes) if (node.up === first || node.up === n) node.up = node.up === first ? n : first;
    if (here === n) here = first;
  }
  keep();
  walk(here);
});
$("cut").addEventListener("click", () => {
  if (!here || !confirm(t("study.cutit"))) return;
  const up = nodes[here].up;
  /** @type {any} */ (nodes[here]).gone = true;
  keep();
  walk(up);
});
$("analyse").addEventListener("click", () => analyse());
$("share").addEventListener("click", async () => {
  const answer = await fetch("/api/studies", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(clean(whole())) }).catch(() => null);
  const value = await answer?.json().catch(() => null);
  if (!answer?.ok) return say(value?.error ?? "the server does not answer");
  const a = document.createElement("a");
  a.href = value.address;
  a.textContent = new URL(value.address, location.href).href;
  a.id = "address";
  $("told").replaceChildren(`${t("study.saved")} `, a);
  navigator.clipboard?.writeText(a.textContent).then(() => $("told").append(` ${t("study.copied")}`), () => {});
});
/** Only what a study has. @param {any} s */
function clean(s) {
  return { ...s, nodes: s.nodes.map((/** @type {any} */ { gone: _, ...n }) => ({ ...n, eval: n.eval === undefined ? undefined : Math.round(n.eval * 1000) / 1000 })) };
}
for (const b of document.querySelectorAll("[data-format]")) b.addEventListener("click", async () => {
  const format = b.getAttribute("data-format") ?? "";
  const told = format === "fen"
    ? await desk.ask("fen").then((v) => ({ text: v.fen }), (e) => ({ error: e.message }))
    : await fetch("/api/studies/write", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ study: clean(whole()), format }) }).then((r) => r.json()).catch(() => ({ error: "the server does not answer" }));
  const box = field("exported");
  box.hidden = !told.text;
  box.value = told.text ?? "";
  if (told.text) box.select();
  say(told.error ?? "");
});
const title = /** @type {HTMLInputElement} */ (/** @type {unknown} */ ($("title")));
title.value = study.title ?? "";
title.addEventListener("input", () => {
  study.title = title.value;
  $("studyhead").textContent = title.value || t("study.unnamed", { game: root.dataset.game ?? "" });
  keep();
});
if ((study.players ?? []).some(Boolean)) $("players").textContent = study.players.filter(Boolean).join(" – ");
if (study.title) $("studyhead").textContent = study.title;
const note = sessionStorage.getItem("ludarium-study-note");
if (note) say(note);
sessionStorage.removeItem("ludarium-study-note");

async function begin() {
  // Labels that a text did not bring come from the server, move by move along the main line.
  const line = mainLine();
  if (line.some((n) => n > 0 && (!nodes[n].label || nodes[n].label === nodes[n].m))) {
    const told = await askServer(lineTo(line[line.length - 1]), { scene: { ground: false } }).catch(() => null);
    told?.plies.forEach((/** @type {any} */ p, /** @type {number} */ i) => { nodes[line[i + 1]].label = p.label; });
  }
  const evals = line.filter((n) => nodes[n].eval !== undefined);
  if (evals.length > 2) {
    $("graphbox").hidden = false;
    graph.show(line, line.map((n) => nodes[n].eval ?? 0.5), line.length);
    graph.turns(line.flatMap((n, i) => (nodes[n].better ? [i] : [])));
  }
  await walk(root.dataset.id ? 0 : line[line.length - 1]);
}
begin();
