// A puzzle: a position, tries, answers. Whether a move is right is decided by the server's search, so that every right way
// is accepted and every defence is met.
// @ts-check
import { Desk, $ } from "/static/desk.js";
import { daysNow, note, onward } from "/static/streaks.js";
import { t } from "/texts.js";

const root = $("puzzle");
const puzzle = JSON.parse(root.dataset.puzzle ?? "{}");
const start = { ...puzzle.of, base: "start", seed: puzzle.seed, moves: puzzle.moves };
/** Moves since the position of the puzzle. @type {string[]} */
let made = [];
/** @type {{label: string, mine: boolean}[]} */
let shown = [];
let clean = true;
let over = false;

const desk = new Desk({ choose: (name) => tryIt(name) });
desk.explain = (text) => say(text, "");

/** @param {string} text @param {string} kind */
function say(text, kind) {
  const told = $("told");
  told.textContent = text;
  told.className = `told ${kind}`;
}

function list() {
  $("line").replaceChildren(...shown.map((m) => {
    const li = document.createElement("li");
    li.textContent = m.label;
    if (!m.mine) li.className = "theirs";
    return li;
  }));
}

const line = () => ({ ...start, moves: [...start.moves, ...made] });
const wait = (/** @type {number} */ ms) => new Promise((go) => setTimeout(go, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ms));

async function begin() {
  made = [];
  shown = [];
  over = false;
  $("again").hidden = true;
  list();
  try {
    await desk.load(line());
  } catch (e) {
    return say(String(/** @type {Error} */ (e).message), "bad");
  }
  desk.viewpoint = Math.max(0, desk.told.seat - 1);
  desk.turn();
  /** @type {HTMLButtonElement} */ ($("hint")).disabled = false;
  /** @type {HTMLButtonElement} */ ($("solution")).disabled = false;
  $("plain").hidden = true;
  root.dataset.made = "0";
  root.dataset.ready = "yes";
  if (!$("told").textContent) say(t("puzzles.ready"), "");
}

/** @param {string} name */
async function tryIt(name) {
  if (over) return;
  const label = desk.choice(name)?.label ?? name;
  desk.lock();
  const want = { try: { win: puzzle.win, plies: puzzle.plies, made: made.length } };
  let told;
  try {
    desk.line = { ...line(), moves: [...line().moves, name] };
    told = await desk.ask(want);
  } catch (e) {
    say(t("puzzles.unsure", { why: /** @type {Error} */ (e).message }), "bad");
    desk.line = line();
    return desk.load(line());
  }
  await desk.show(told.after, { animate: true });
  shown.push({ label, mine: true });
  list();
  const reply = told.replies.map((/** @type {any} */ p) => p.label).join(", ");
  if (told.verdict === "wrong" || told.verdict === "loses") {
    const first = clean && made.length === 0;
    clean = false;
    note(puzzle.id, false);
    streak();
    over = true;
    desk.lock();
    if (told.replies.length) {
      await wait(600);
      desk.line = { ...desk.line, moves: [...desk.line.moves, ...told.replies.map((/** @type {any} */ p) => p.name)] };
      await desk.show(told.now, { animate: true });
      desk.lock();
      shown.push({ label: reply, mine: false });
      list();
    }
    say(told.verdict === "loses" ? t("puzzles.loses", { reply, n: told.left ?? puzzle.plies }) : reply ? t("puzzles.wrong_reply", { reply }) : t("puzzles.wrong"), "bad");
    $("again").hidden = false;
    if (first) $("again").focus({ preventScroll: true });
    return;
  }
  made.push(name);
  if (told.verdict === "solved") return solved();
  say(t("puzzles.right"), "good");
  if (told.replies.length) {
    desk.lock();
    await wait(600);
    made.push(...told.replies.map((/** @type {any} */ p) => p.name));
    shown.push({ label: reply, mine: false });
    list();
    await desk.show(told.now, { animate: true });
  }
  desk.line = line();
  root.dataset.made = String(made.length);
}

function solved() {
  over = true;
  desk.line = line();
  desk.lock();
  say(puzzle.win ? t("puzzles.solved") : t("puzzles.solved_save"), "good");
  note(puzzle.id, clean);
  streak();
  $("after").hidden = false;
  $("again").hidden = true;
  $("next").classList.add("primary");
  root.dataset.solved = "yes";
}

function streak() {
  if (root.dataset.by === "all") /** @type {HTMLAnchorElement} */ ($("next")).href = onward(puzzle.id);
  const k = JSON.parse(localStorage.getItem("ludarium-puzzles") ?? "{}");
  const parts = [t("puzzles.streak", { n: k.row ?? 0 })];
  const days = daysNow({ day: 0, days: 0, ...k });
  if (days > 1) parts.push(t("puzzles.daystreak", { n: days }));
  $("streak").textContent = k.row ? parts.join(" · ") : "";
}

$("again").addEventListener("click", () => { say("", ""); begin(); });
$("hint").addEventListener("click", () => {
  if (over) return;
  // The first hint names the place; whoever asks has needed help.
  clean = false;
  const right = made.length === 0 ? desk.choice(puzzle.line[0]) : desk.choice(puzzle.line[made.length]);
  if (!right) return;
  desk.board.marks();
  desk.board.hint([right.from ?? right.to].filter(Boolean));
  say(t(right.from ? "puzzles.best" : "puzzles.best_at"), "");
});
$("solution").addEventListener("click", async () => {
  clean = false;
  note(puzzle.id, false);
  streak();
  await begin();
  over = true;
  desk.lock();
  for (const name of puzzle.line) {
    await wait(700);
    const label = desk.choice(name)?.label ?? name;
    const mine = desk.told.seat === desk.viewpoint + 1;
    made.push(name);
    await desk.load(line(), { animate: true });
    desk.lock();
    shown.push({ label, mine });
    list();
  }
  say(t("puzzles.shown"), "");
  $("after").hidden = false;
  $("again").hidden = false;
});
const study = /** @type {HTMLAnchorElement} */ ($("study"));
study.addEventListener("click", (e) => {
  // The study begins with the moves that led here.
  e.preventDefault();
  const nodes = [{ up: 0, m: "", label: "" }, ...start.moves.map((/** @type {string} */ m, /** @type {number} */ i) => ({ up: i, m, label: m }))];
  sessionStorage.setItem("ludarium-study-new", JSON.stringify({ ...puzzle.of, seed: puzzle.seed, nodes }));
  location.href = study.href;
});
streak();
begin();
