// A lesson: steps on the board that the server made from the description. Each asks for something to be done; the last one
// is a first game against a beginner, with advice.
// @ts-check
import { Desk, $, askServer } from "/static/desk.js";
import { t } from "/texts.js";

const root = $("lesson");
const spec = JSON.parse(root.dataset.spec ?? "{}");
const SEEN = `ludarium-lesson-${root.dataset.key}`;
/** @type {any[]} */
let steps = [];
let at = 0;
/** Moves in the step at hand. @type {string[]} */
let made = [];
/** Places of a piece that were tried. @type {Set<string>} */
let tried = new Set();
let busy = false;
/** Counts how often a step was begun: what was begun before that is not gone on with. */
let visit = 0;
/** How the game stood before the last move, in the first game. */
let stood = 0.5;

const desk = new Desk({ choose: (name) => choose(name) });
desk.explain = (text) => say(text, "");
const wait = (/** @type {number} */ ms) => new Promise((go) => setTimeout(go, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ms));
const line = () => ({ ...spec, base: { lesson: at }, moves: made });
const step = () => steps[at];

/** @param {string} text @param {string} kind */
function say(text, kind) {
  $("told").textContent = text;
  $("told").className = `told ${kind}`;
}

/** @param {any} s */
const heading = (s) => {
  const words = t(`learn.${s.kind}`, { what: s.title });
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function dots() {
  const seen = new Set(JSON.parse(localStorage.getItem(SEEN) ?? "[]"));
  $("dots").replaceChildren(...steps.map((s, i) => {
    const li = document.createElement("li");
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = String(i + 1);
    b.setAttribute("aria-label", t("learn.step", { n: i + 1, all: steps.length, what: heading(s) }));
    b.title = heading(s);
    if (i === at) b.setAttribute("aria-current", "step");
    if (seen.has(i)) b.className = "seen";
    b.addEventListener("click", () => go(i));
    li.append(b);
    return li;
  }));
}

function done() {
  const seen = new Set(JSON.parse(localStorage.getItem(SEEN) ?? "[]"));
  seen.add(at);
  try {
    localStorage.setItem(SEEN, JSON.stringify([...seen]));
  } catch {
    // Then nobody remembers.
  }
  dots();
  $("next").classList.add("primary");
  if (at === steps.length - 1 || seen.size === steps.length) $("after").hidden = false;
}

/** @param {number} n */
async function go(n) {
  visit += 1;
  busy = false;
  at = Math.max(0, Math.min(n, steps.length - 1));
  const s = step();
  tried = new Set();
  stood = 0.5;
  history.replaceState(null, "", `#${at + 1}`);
  $("stephead").textContent = heading(s);
  $("steptext").replaceChildren(...s.text.map((/** @type {string} */ text) => {
    const p = document.createElement("p");
    p.textContent = text;
    return p;
  }));
  /** @type {HTMLButtonElement} */ ($("back")).disabled = at === 0;
  /** @type {HTMLButtonElement} */ ($("next")).disabled = at === steps.length - 1;
  $("again").hidden = true;
  $("show").hidden = !s.wanted.length || s.kind === "piece";
  $("hint").hidden = $("undo").hidden = s.kind !== "play";
  say("", "");
  dots();
  await begin();
  root.dataset.step = String(at);
}

/** The position of the step. */
async function begin() {
  made = [];
  const s = step();
  if (!s.board) {
    $("task").textContent = "";
    return done();
  }
  await desk.load(line());
  desk.viewpoint = Math.max(0, desk.told.seat - 1);
  desk.turn();
  ask();
}

/** What is to be done. */
function ask() {
  const s = step();
  const side = desk.told.side || "You";
  const wanted = new Set(s.wanted);
  const mine = desk.told.scene.choices.filter((/** @type {any} */ c) => wanted.has(c.name));
  for (const c of mine) where.set(c.name, c.to ?? c.name);
  if (s.kind === "piece" && mine.length) {
    desk.only((c) => wanted.has(c.name));
    if (mine.every((/** @type {any} */ c) => c.from === mine[0].from)) desk.board.pick(mine[0].from);
    for (const key of tried) {
      const mark = desk.board.outline(key, "donemark", 0.7);
      if (mark) desk.board.markLayer.append(mark);
    }
  }
  const kind = s.kind === "goal" && !s.wanted.length ? "start" : s.kind;
  $("task").textContent = t(`learn.task_${kind}`, { side, what: s.title });
  if (kind === "start") done();
  if (s.kind === "special" && mine.length) desk.board.hint(mine.flatMap((/** @type {any} */ c) => [c.from]).filter(Boolean));
}

/** @param {string} name */
async function choose(name) {
  if (busy || !desk.choice(name)) return;
  busy = true;
  const here = visit;
  try {
    await (step().kind === "play" ? playOn(name) : tryOut(name));
  } catch (e) {
    if (here === visit) {
      say(t("learn.lost", { why: /** @type {Error} */ (e).message }), "bad");
      await desk.load(line()).catch(() => {});
    }
  }
  if (here === visit) busy = false;
}

/** A move in a step that asks for something. @param {string} name */
async function tryOut(name) {
  const s = step();
  const choice = desk.choice(name);
  const right = !s.wanted.length || s.wanted.includes(name);
  const here = visit;
  made = [...made, name];
  await desk.load(line(), { animate: true });
  if (s.kind === "piece" && right) {
    desk.lock();
    tried.add(choice.to);
    const places = new Set(s.wanted);
    say(t("learn.tried", { n: tried.size, all: new Set([...places].map((n) => where.get(n) ?? n)).size }), "good");
    done();
    await wait(900);
    if (here !== visit) return;
    made = [];
    await desk.load(line());
    return ask();
  }
  desk.lock();
  $("again").hidden = false;
  if (!right) return say(t("learn.other"), "bad");
  const told = desk.told;
  say(told.over && told.result ? t("learn.won", { result: `${told.result}.`, why: told.why ? `${told.why[0].toUpperCase()}${told.why.slice(1)}.` : "" }).replace("..", ".") : t("learn.right"), "good");
  $("show").hidden = true;
  done();
}
/** Where each wanted move of a piece goes. @type {Map<string, string>} */
const where = new Map();

/** A move in the first game: the computer looks whether it was a good one, and answers. @param {string} name */
async function playOn(name) {
  const here = visit;
  const before = line();
  const label = desk.choice(name)?.label ?? name;
  const mySide = desk.told.seat;
  const [judged] = await Promise.all([
    askServer(before, { judge: { ms: 300 } }).catch(() => null),
    (async () => {
      made = [...made, name];
      await desk.load(line(), { animate: true });
      desk.lock();
    })(),
  ]);
  done();
  let advice = "";
  if (judged && !judged.unsure && judged.best[0] && judged.best[0].name !== name && !desk.told.over) {
    const now = await askServer(line(), { judge: { ms: 300 } }).catch(() => null);
    if (now) {
      const mine = desk.told.seat === mySide ? now.standing : 1 - now.standing;
      if (desk.told.sides.length === 2 && judged.standing - mine > 0.25) {
        advice = t("learn.better", { move: judged.best[0].label, before: Math.round(100 * judged.standing), after: Math.round(100 * mine) });
      }
    }
  }
  stood = judged?.standing ?? stood;
  // The others move until it is our turn again.
  for (let n = 0; n < 40 && !desk.told.over && desk.told.seat !== desk.viewpoint + 1; n++) {
    say(t("learn.thinking"), "");
    const told = await desk.ask({ reply: { level: 1 } });
    if (!told.played.length) break;
    made = [...made, ...told.played];
    desk.line = line();
    await desk.show(told, { animate: true });
    if (desk.told.seat !== desk.viewpoint + 1) await wait(250);
    if (here !== visit) return;
  }
  if (desk.told.over) {
    say(t("learn.over", { result: desk.told.result || label }), "good");
    $("again").hidden = false;
    return;
  }
  say(advice || t("learn.your"), advice ? "bad" : "");
}

$("next").addEventListener("click", () => go(at + 1));
$("back").addEventListener("click", () => go(at - 1));
$("again").addEventListener("click", () => { say("", ""); $("again").hidden = true; begin(); });
$("show").addEventListener("click", async () => {
  const s = step();
  if (busy) return;
  made = [];
  await desk.load(line());
  choose(s.wanted[0]);
});
$("hint").addEventListener("click", async () => {
  if (busy || !desk.told || desk.told.over) return;
  const judged = await desk.ask({ judge: { ms: 700 } }).catch(() => null);
  const best = judged?.best?.[0];
  if (!best) return say(t("learn.nothing"), "");
  desk.board.marks();
  desk.board.hint((best.ends ?? []).filter(Boolean));
  say(t("learn.suggest", { move: best.label }), "");
});
$("undo").addEventListener("click", async () => {
  if (busy || !made.length) return;
  // Back to where we were to move before.
  const seat = desk.viewpoint + 1;
  const plies = desk.told.plies;
  let keep = plies.length - 1;
  while (keep > 0 && plies[keep].seat !== seat) keep -= 1;
  made = made.slice(0, keep);
  say("", "");
  await desk.load(line());
});

async function start() {
  let lesson;
  try {
    lesson = await askServer({ ...spec, moves: [] }, "lesson");
  } catch (e) {
    $("task").textContent = t("learn.lost", { why: /** @type {Error} */ (e).message });
    return;
  }
  steps = lesson.steps;
  if (!steps.length) {
    $("task").textContent = t("learn.nosteps");
    return;
  }
  await go(Math.max(0, (Number(location.hash.slice(1)) || 1) - 1));
  root.dataset.ready = "yes";
}
start();
