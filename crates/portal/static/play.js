// A table: the live connection, the board, and everything around it.
// @ts-check
import { Board, valueOf } from "/static/board.js";
import { Chooser, briefly, readable } from "/static/chooser.js";
import { called, clocks, mayChoose, moveText, remember, rulesOf, showDice, showMoves, showSeats, turnOf } from "/static/around.js";
import { bearer, held, hold, makeTable } from "/static/seats.js";
import { t } from "/texts.js";
import { setSound, soundOn, tock } from "/static/sound.js";

/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = $("table");
const id = root.dataset.id ?? "";
let mine = held(id);
/** @type {any} */
let table = null;
/** @type {any} */
let scene = null;
/** @type {any[][]} moves as [seat, name, label, player] */
let moves = [];
/** Which ply is looked at; null for the present. @type {number | null} */
let looking = null;
/** @type {Map<number, {name: string, ply: number, by: string}>} */
const unanswered = new Map();
let nextId = 1;
/** This page among all others: with the number of a move it names the try to make it, so that it is made once however often it is said. */
const page = [...crypto.getRandomValues(new Uint8Array(9))].map((b) => b.toString(36).padStart(2, "0")).join("");

const speak = (/** @type {string} */ text) => { $("speak").textContent = text; };
const says = (/** @type {string} */ text) => { $("says").textContent = text; };
const explain = (/** @type {string} */ text) => { $("explain").textContent = text; };

const board = new Board($("board"), { choose: (c) => play(c.name), ask, speak, tell, refused, pencilled });
const chooser = new Chooser($("chooser"), {
  take: (c) => play(c.name),
  leave: () => { board.marks(); board.setFocus(board.focusKey); },
  show: (c) => { board.marks(); board.hint(c.covers ?? []); },
  pencil: (c) => {
    if (!board.penciling) return false;
    board.focusKey = c.to ?? board.focusKey;
    return board.digit(valueOf(c) ?? "", true);
  },
});

// ---- the connection ----

/** @type {WebSocket | null} */
let socket = null;
let tries = 0;
let wantsOpen = true;

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/live`);
  socket.addEventListener("open", () => {
    socket?.send(JSON.stringify({ t: "hello", token: bearer(mine.token), ground: null }));
    // Moves that were sent but not answered: said again; the server knows whether it has them.
    for (const [n, m] of unanswered) socket?.send(JSON.stringify({ t: "play", id: n, ...m }));
  });
  socket.addEventListener("message", (e) => hear(JSON.parse(e.data)));
  socket.addEventListener("close", () => {
    socket = null;
    if (!wantsOpen) return;
    $("lost").hidden = false;
    tries += 1;
    setTimeout(connect, Math.min(4000, 125 * 2 ** Math.min(tries, 5)) * (0.6 + Math.random() * 0.4));
  });
}
addEventListener("pagehide", () => { wantsOpen = false; socket?.close(); });
addEventListener("pageshow", (e) => { if (e.persisted) { wantsOpen = true; connect(); } });
setInterval(() => { if (socket?.readyState === 1) socket.send('{"t":"ping"}'); }, 25000);

/** @param {any} m */
function hear(m) {
  if (m.t === "state") {
    // Only now: what takes connections and ends them again is not asked without a pause.
    tries = 0;
    $("lost").hidden = true;
    const before = scene?.ply;
    const seen = scene;
    const known = table;
    table = m.table;
    moves = [...moves.slice(0, table.from), ...table.moves];
    if (m.ground) {
      board.setGround(m.ground);
      $("playgrid").classList.toggle("wideboard", m.ground.area[2] > 1.45 * m.ground.area[3]);
    }
    turnToPlayer();
    // The difference is to what was told before, so it is shown even while another position is looked at.
    scene = m.scene;
    board.show(scene, { animate: looking === null && before !== undefined && scene.ply === before + 1, whole: !!m.ground });
    board.warn(scene.check ?? []);
    remember(board.pieceLayer);
    present = { last: scene.last, choices: scene.choices };
    if (looking !== null) {
      if (looking > table.ply + table.ahead) looking = null;
      look(looking);
    }
    chooser.close();
    if (before !== undefined && scene.ply === before + 1) tock(table.over || (scene.gone ?? []).length > 1);
    show();
    tellSigns(known, seen);
    if (looking === null) askAtOnce();
    root.dataset.ply = String(table.ply);
    root.dataset.version = String(table.version);
  } else if (m.t === "ack") {
    unanswered.delete(m.id);
    says("");
  } else if (m.t === "no" && m.again) {
    // Whether it was kept is not known; it is said again on the next connection.
    says(m.why);
  } else if (m.t === "no") {
    const meant = unanswered.get(m.id);
    unanswered.delete(m.id);
    if (!m.stale) says(m.why);
    if (looking === null) {
      board.choices = present.choices;
      board.labels();
      board.marks();
      if (meant && !m.stale) whyNotTyped(meant.name);
    }
  } else if (m.t === "trouble") {
    $("status").textContent = m.table.status;
    says(m.why);
  }
}
/** @type {{last: string[], choices: any[]}} */
let present = { last: [], choices: [] };

/** @param {string} name */
function play(name) {
  if (!table || looking !== null) return;
  const n = nextId++;
  const said = { name, ply: table.ply, by: `${page}-${n}` };
  unanswered.set(n, said);
  board.choices = [];
  board.labels();
  board.marks();
  explain("");
  if (socket?.readyState === 1) socket.send(JSON.stringify({ t: "play", id: n, ...said }));
}

// ---- choosing ----

/** Several moves go the same way. @param {any[]} choices @param {string} key */
function ask(choices, key) {
  const where = board.place(key);
  const numbers = choices.every((c) => valueOf(c) !== null);
  chooser.ask(choices, board.onScreen(key), numbers ? `${where}: which number?` : `Which move to ${where}?`);
  speak(`${choices.length} moves fit: ${choices.slice(0, 12).map(briefly).join(", ")}`);
}

/** What a typed move said about what follows it: `axb8=Q` says that the pawn becomes a queen. */
let wish = { text: "", ply: -1 };

/** Where everything that can be done is at one place, such as a pawn that becomes something, nobody should have to guess that. */
function askAtOnce() {
  const { choices, last } = present;
  if (choices.length < 2 || choices.length > 40 || !choices[0].to) return;
  const [{ from, to }] = choices;
  if (!choices.every((c) => c.to === to && c.from === from) || !board.spots.has(to)) return;
  const follows = wish.ply === table.ply && last.includes(to);
  const wished = follows ? choices.filter((c) => (c.label ?? "").toLowerCase().endsWith(wish.text)) : [];
  if (wished.length === 1) play(wished[0].name);
  else ask(choices, to);
}

/** Somebody took a piece up, or let it go. @param {string | null} key */
function tell(key) {
  if (!key) return explain("");
  const places = new Set(board.from(key).map((c) => board.place(c.to ?? "")));
  const again = board.at(key).length ? " Choose it again for itself alone." : "";
  const text = `${board.words(key)}: ${places.size === 1 ? "1 place" : `${places.size} places`} to go to, marked on the board.${again}`;
  explain(text);
  explanation({ from: key }, text);
}

/** Somebody tried what cannot be done. @param {string | null} from @param {string} to */
function refused(from, to) {
  if (!table || !mayChoose(table) || looking !== null) return;
  const text = from ? `${board.place(from)} to ${board.place(to)} is not possible now.` : `${board.words(to)}: nothing can be done here now.`;
  explain(text);
  explanation(from ? { from, to } : { to }, text);
}

/** Asks the server how a piece moves, or why something cannot be done; its sentence follows ours. @param {{from?: string, to?: string}} what @param {string} text */
async function explanation(what, text) {
  if (!table?.explains) return;
  const answer = await fetch(`/api/tables/${id}/explain`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${bearer(mine.token)}` },
    body: JSON.stringify(what),
  }).catch(() => null);
  const told = answer?.ok ? await answer.json().catch(() => null) : null;
  // Only if nobody has gone on in the meantime.
  if (!told?.explanation || $("explain").textContent !== text) return;
  explain(`${text} ${told.explanation}`);
  if (told.clause) $("explain").append(clause(told.clause));
  board.hint(told.sites ?? []);
}

/** The clause behind an explanation, for those who want to see it. @param {{text: string, line: number | null, values: [string, string][]}} told */
function clause(told) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = told.line ? `The rule, line ${told.line}` : "The rule";
  const code = document.createElement("pre");
  code.textContent = [told.text, ...told.values.map(([what, value]) => `${what} = ${value}`)].join("\n");
  details.append(summary, code);
  return details;
}

/** Why a move that was typed cannot be made, where its text names two places. @param {string} name */
function whyNotTyped(name) {
  const places = name.toLowerCase().match(/[a-z]+\d+/g) ?? [];
  const keys = places.map((place) => [...board.spots.values()].find((s) => s.name.toLowerCase() === place && !s.of)?.key);
  if (keys.length === 2 && keys[0] && keys[1]) refused(keys[0], keys[1]);
}

// ---- pencil marks: this browser's own ----

const PENCIL = `ludarium-pencil-${id}`;
try {
  for (const [key, values] of JSON.parse(localStorage.getItem(PENCIL) ?? "[]")) board.pencil.set(key, new Set(values));
} catch {
  // What was written there is not ours.
}
function pencilled() {
  try {
    localStorage.setItem(PENCIL, JSON.stringify([...board.pencil].map(([key, values]) => [key, [...values]])));
  } catch {
    // They last as long as the page then.
  }
}
$("pencil").addEventListener("click", () => {
  board.penciling = !board.penciling;
  $("pencil").setAttribute("aria-pressed", String(board.penciling));
  speak(board.penciling ? "digits are written small" : "digits are filled in");
});

// ---- the board's own buttons ----

/** How much somebody turned the board besides. */
let turnedBy = 0;
function turnToPlayer() {
  const seats = table.seats.filter((/** @type {any} */ s) => table.yours.includes(s.seat));
  const seat = seats[0] ?? table.seats[0];
  const turn = (turnOf(table, seat?.seat ?? 1, board.ground?.area ?? [0, 0, 1, 1]) + turnedBy) % 4;
  if (turn !== board.turn) board.setTurn(turn);
}
$("flip").addEventListener("click", () => {
  turnedBy = (turnedBy + 2) % 4;
  turnToPlayer();
  showSeats(table, scene, board.turn, board.ground?.area ?? [0, 0, 1, 1]);
  speak("the board is turned");
});
$("sound").setAttribute("aria-pressed", String(soundOn()));
$("sound").addEventListener("click", () => {
  setSound(!soundOn());
  $("sound").setAttribute("aria-pressed", String(soundOn()));
  tock();
});

const RULES = "ludarium-rules-open";
let rulesLoaded = false;
/** @param {boolean} open */
async function showRules(open) {
  $("rulespanel").hidden = !open;
  $("playgrid").classList.toggle("withrules", open);
  $("rulestoggle").setAttribute("aria-expanded", String(open));
  if (open && !rulesLoaded && table) {
    rulesLoaded = true;
    $("rules").replaceChildren(...(await rulesOf(table, root.dataset.game ?? "")));
  }
}
$("rulestoggle").addEventListener("click", () => {
  const open = $("rulespanel").hidden === true;
  try {
    localStorage.setItem(RULES, open ? "yes" : "no");
  } catch {
    // Then it is open or shut as usual the next time.
  }
  showRules(open);
  if (open && innerWidth < 900) $("rulespanel").scrollIntoView({ block: "nearest" });
});
/** Beside the board where there is room, unless somebody shut it. */
const wantsRules = () => (localStorage.getItem(RULES) ?? (innerWidth >= 1180 ? "yes" : "no")) === "yes";

/** @param {string} path @param {object} [body] */
async function call(path, body) {
  const answer = await fetch(`/api/tables/${id}${path ? `/${path}` : ""}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", authorization: `Bearer ${bearer(mine.token)}` },
    body: body ? JSON.stringify(body) : undefined,
  });
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) { says(value.error ?? `the server answered ${answer.status}`); throw new Error(value.error); }
  return value;
}

// ---- what is around the board ----

function show() {
  const yours = mayChoose(table);
  const sealed = table.own_choice && !table.over ? ` · You chose ${table.own_choice}; waiting for the others.` : "";
  $("status").textContent = (looking === null ? "" : `Looking at move ${looking} of ${table.ply}. `) + table.status + (yours && table.seats.length > 1 ? " — your turn" : "") + (table.phase && !table.over ? ` (${table.phase})` : "") + (scene.check?.length && !table.over ? " Check!" : "") + sealed;
  document.title = `${yours ? "● " : ""}${table.title} · Ludarium`;
  showSeats(table, scene, board.turn, board.ground?.area ?? [0, 0, 1, 1]);
  showDice(scene.dice ?? []);
  list();
  const live = looking === null ? present.choices : [];
  saidMoves(live);
  $("notes").textContent = scene.notes.join(" · ");
  $("umpire").replaceChildren(...(scene.umpire ?? []).map((/** @type {string} */ text) => {
    const li = document.createElement("li");
    li.textContent = text;
    return li;
  }));
  legalMoves(live);
  $("pencil").hidden = table.seats.length !== 1 || !live.some((c) => c.to && valueOf(c) !== null && live.some((d) => d !== c && d.to === c.to));
  buttons();
  analyse();
  offers();
  invites();
  $("watchers").textContent = table.watchers === 0 ? "" : table.watchers === 1 ? "1 watcher" : `${table.watchers} watchers`;
  if (!rulesLoaded && wantsRules()) showRules(true);
}

/** Moves without a place are buttons below the board. @param {any[]} live */
function saidMoves(live) {
  const said = $("said");
  said.replaceChildren();
  for (const c of live) {
    if (c.to && board.spots.has(c.to) && (!c.from || board.spots.has(c.from))) continue;
    said.append(moveButton(c));
  }
}

/** @param {any} c */
function moveButton(c) {
  const b = document.createElement("button");
  b.type = "button";
  b.textContent = c.label || readable(c.name);
  b.dataset.name = c.name;
  b.addEventListener("click", () => play(c.name));
  return b;
}

/** @param {any[]} live */
function legalMoves(live) {
  $("legalcount").textContent = String(live.length);
  const legal = $("legal");
  legal.replaceChildren();
  for (const c of live.slice(0, 600)) {
    const li = document.createElement("li");
    li.append(moveButton(c));
    legal.append(li);
  }
  $("movenames").replaceChildren(...live.slice(0, 200).map((c) => new Option(c.label || c.name)));
  const example = live.slice(0, 2).map((c) => c.label || c.name).join(", ");
  /** @type {HTMLInputElement} */ ($("typedmove")).placeholder = example ? `${example} …` : "";
}

function buttons() {
  const button = (/** @type {string} */ b, /** @type {boolean} */ on) => { /** @type {HTMLButtonElement} */ ($(b)).disabled = !on; };
  const sits = table.yours.length > 0;
  const counts = table.rated || !!table.tournament;
  button("undo", sits && table.ply > 0 && !counts);
  button("redo", sits && table.alone && table.ahead > 0);
  button("hint", sits && table.alone && !table.over && !table.hidden);
  button("analyse", sits && table.alone && !table.hidden);
  button("draw", sits && !table.over && table.seats.length > 1);
  button("resign", sits && !table.over);
  $("rematch").hidden = !(sits && table.over) || !!table.tournament;
  toCup(sits);
  $("tostudy").hidden = !table.over;
  $("undo").textContent = table.alone ? "Undo" : "Ask to undo";
  button("branch", table.ply > 0 || looking !== null);
}

const WANTS = /** @type {Record<string, [string, string]>} */ ({
  draw: ["You offer a draw. ", "offers a draw. "],
  undo: ["You ask to undo. ", "asks to undo. "],
  rematch: ["You want to play again. ", "wants to play again. "],
});
function offers() {
  const offer = $("offer");
  const shown = table.offer ? table.offer.join(" ") : "";
  if (offer.dataset.shown === shown) return;
  offer.dataset.shown = shown;
  offer.hidden = !table.offer;
  offer.replaceChildren();
  if (!table.offer) return;
  const [what, seat] = table.offer;
  const own = table.yours.includes(seat);
  const [mineText, theirs] = WANTS[what] ?? [`You offer: ${what}. `, `offers: ${what}. `];
  offer.append(own ? mineText + (table.alone ? "" : "Waiting for an answer.") : `${called(table, seat)} ${theirs}`);
  if (!table.yours.length || own) return;
  for (const [label, answer] of [["Accept", what], ["Decline", "decline"]]) {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = label;
    b.addEventListener("click", () => call("offer", { what: answer }).catch(() => {}));
    offer.append(b, " ");
  }
}

/** What was captured and scored since an earlier scene, in words. @param {any} seen */
function gains(seen) {
  const told = [];
  for (const s of table.seats) {
    const had = (/** @type {any} */ c) => (seen?.captured?.[s.seat - 1] ?? []).find((/** @type {any} */ d) => d.what === c.what)?.count ?? 0;
    const fresh = (scene.captured?.[s.seat - 1] ?? []).filter((/** @type {any} */ c) => c.count > had(c));
    const words = fresh.map((/** @type {any} */ c) => (c.count - had(c) > 1 ? `${c.count - had(c)} × ${c.words}` : c.words));
    if (words.length) told.push(` ${called(table, s.seat)} captures ${words.join(", ")}.`);
    const points = scene.scores?.[s.seat - 1];
    if (points !== undefined && points !== seen?.scores?.[s.seat - 1]) told.push(` ${called(table, s.seat)}: ${points === 1 ? "1 point" : `${points} points`}.`);
  }
  return told.join("");
}

/** What others did besides moving, as it comes. @param {any} known the table as it was told before @param {any} seen the scene then */
let lastSign = -1;
function tellSigns(known, seen) {
  const signs = table.signs ?? [];
  const fresh = known ? signs.filter((/** @type {any} */ s) => s.n > lastSign) : [];
  lastSign = Math.max(lastSign, ...signs.map((/** @type {any} */ s) => s.n));
  if (fresh.length) $("signs").textContent = fresh.map((/** @type {any} */ s) => s.text).join(" ");
  else if (known && known.ply !== table.ply) $("signs").textContent = "";
  // What was played, for those who do not see it.
  if (known && table.ply > known.ply && moves.length) {
    const dice = (scene.dice ?? []).map((/** @type {any} */ d) => d.faces.join(" and ")).join("; ");
    speak(`${moves.slice(known.ply).filter((row) => row[2] !== "").map((row) => moveText(table, row)).join("; ")}.${gains(seen)}${dice ? ` Dice: ${dice}.` : ""}${scene.check?.length ? " Check." : ""}${table.over ? ` ${table.status}` : ""}`);
  }
  if (table.rematch && table.rematch !== known?.rematch) {
    hold(table.rematch, mine);
    if (known) location.href = `/play/${table.rematch}`;
  }
}

/** So long after the end of a game of a tournament its players are brought back there. */
const BACK_MS = 12000;
let goingBack = 0;

/** The way back to the tournament, which players are brought when the game is over. @param {boolean} sits */
function toCup(sits) {
  const cup = $("tocup");
  cup.hidden = !table.tournament && !table.rated;
  if (!table.tournament) {
    cup.textContent = table.rated ? t("people.rated_game") : "";
    return;
  }
  const href = `/tournaments/${table.tournament}`;
  if (!cup.firstChild) {
    const a = document.createElement("a");
    a.href = href;
    a.textContent = t("tournaments.back");
    cup.append(a);
  }
  if (sits && table.over && !goingBack) goingBack = setTimeout(() => { location.href = href; }, BACK_MS);
}

function invites() {
  const host = $("invites");
  host.replaceChildren();
  for (const [seat, invite] of mine.invites) {
    if (!table.seats[seat - 1]?.waiting) continue;
    const p = document.createElement("p");
    const link = `${location.origin}/play/${id}#join=${invite}`;
    const input = document.createElement("input");
    input.readOnly = true;
    input.value = link;
    input.setAttribute("aria-label", `Link for ${called(table, seat)}`);
    input.className = "invite";
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = `Copy link for ${called(table, seat)}`;
    b.addEventListener("click", () => copy(link));
    p.append(input, " ", b);
    host.append(p);
  }
  if (host.children.length) /** @type {HTMLDetailsElement} */ ($("sharebox")).open = true;
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    says("");
    speak("copied");
  } catch {
    says("This browser does not let a page copy; please copy the address by hand.");
  }
}
$("copy").addEventListener("click", () => copy(`${location.origin}/play/${id}`));

setInterval(() => { if (table) clocks(table); }, 200);

function list() {
  showMoves(table, moves, looking ?? table.ply, looking === null, look);
  const text = JSON.stringify({ ...table.spec, of: id, moves: moves.map((m) => m[1]) }, null, 1);
  const save = /** @type {HTMLAnchorElement} */ ($("save"));
  save.href = `data:application/json,${encodeURIComponent(text)}`;
  save.download = `${table.title}.json`;
  save.hidden = table.hidden && !table.over;
}

/** Looks at an earlier position; null for the present. @param {number | null} ply */
async function look(ply) {
  if (ply !== null && (ply >= table.ply || ply < 0)) ply = ply < 0 ? 0 : null;
  looking = ply;
  if (ply === null) {
    const answer = await call("", undefined).catch(() => null);
    if (answer && looking === null) {
      board.show(answer.scene, { whole: true, animate: false });
      present = { last: answer.scene.last, choices: answer.scene.choices };
    }
  } else {
    const then = await call(`at/${ply}`).catch(() => null);
    if (then && looking === ply) board.show({ ...then, choices: [] }, { whole: true, animate: false });
  }
  show();
}
$("first").addEventListener("click", () => look(0));
$("prev").addEventListener("click", () => look((looking ?? table.ply) - 1));
$("next").addEventListener("click", () => { if (looking !== null) look(looking + 1); });
$("now").addEventListener("click", () => look(null));

$("undo").addEventListener("click", () => {
  if (!table.alone) return call("offer", { what: "undo" }).catch(() => {});
  // Back to the last moment when a person was to move.
  const people = new Set(table.yours);
  let ply = table.ply - 1;
  while (ply > 0 && !people.has(moves[ply][0])) ply -= 1;
  looking = null;
  call("goto", { ply }).catch(() => {});
});
$("redo").addEventListener("click", () => { looking = null; call("goto", { ply: table.ply + 1 }).catch(() => {}); });
$("draw").addEventListener("click", () => call("offer", { what: "draw" }).catch(() => {}));
$("resign").addEventListener("click", () => { if (confirm("Resign this game?")) call("resign", {}).catch(() => {}); });
$("rematch").addEventListener("click", async () => {
  if (table.rematch) {
    location.href = `/play/${table.rematch}`;
    return;
  }
  call("offer", { what: "rematch" }).catch(() => {});
});
$("branch").addEventListener("click", async () => {
  const ply = looking ?? table.ply;
  try {
    const all = await call("moves");
    const seats = table.seats.map((/** @type {any} */ s) => ({ who: s.sitter === "computer" ? "computer" : "me", level: s.level }));
    location.href = `/play/${await makeTable({ ...table.spec, seats, moves: all.moves.slice(0, ply), of: id }, mine.token)}`;
  } catch (error) {
    says(String(error instanceof Error ? error.message : error));
  }
});
/** How each side stands, as a bar: player 1's share of it where two play, else the mover's. @param {any} judged */
function bar(judged) {
  const two = table.seats.length === 2;
  const share = two && table.seat === 2 ? 1 - judged.standing : judged.standing;
  const seat = two ? 1 : table.seat;
  $("bar").hidden = false;
  $("barfill").style.width = `${Math.round(share * 100)}%`;
  $("bartext").textContent = `${called(table, seat)}: ${Math.round(share * 100)} %`;
}
$("hint").addEventListener("click", async () => {
  says("");
  $("notes").textContent = "Thinking …";
  const judged = await call("hint").catch(() => null);
  $("notes").textContent = scene.notes.join(" · ");
  if (!judged) return;
  bar(judged);
  const best = judged.best[0];
  if (!best) return;
  const label = (/** @type {string} */ name) => present.choices.find((c) => c.name === name)?.label || readable(name);
  speak(`hint: ${label(best[0])}`);
  $("notes").textContent = `Hint: ${judged.best.slice(0, 3).map((/** @type {any} */ b) => label(b[0])).join(", or ")}`;
  const choice = present.choices.find((c) => c.name === best[0]);
  if (choice) board.hint([choice.from, choice.to].filter(Boolean));
});

// Analysis: the bar follows the game as long as it is wanted.
let analysing = false;
let analysed = -1;
async function analyse() {
  if (!analysing || !table || table.over || table.hidden || !table.alone || !table.yours.length) return;
  const at = table.version;
  if (analysed === at) return;
  analysed = at;
  $("bar").hidden = false;
  $("bartext").textContent = "…";
  const judged = await call("hint").catch(() => null);
  if (judged && table.version === at && analysing) bar(judged);
  else if (analysing && table.version !== at) analyse();
}
$("analyse").addEventListener("click", () => {
  analysing = !analysing;
  analysed = -1;
  $("analyse").setAttribute("aria-pressed", String(analysing));
  $("bar").hidden = !analysing;
  analyse();
});
$("typed").addEventListener("submit", (e) => {
  e.preventDefault();
  const input = /** @type {HTMLInputElement} */ ($("typedmove"));
  const name = input.value.trim();
  if (!name || !table) return;
  if (looking !== null) return says("You are looking at another position; go to the present to play.");
  if (!mayChoose(table)) return says("It is not your turn.");
  says("");
  const text = /=\s*\w+/.exec(name)?.[0].replace(/\s/g, "").toLowerCase();
  wish = text ? { text, ply: table.ply + 1 } : { text: "", ply: -1 };
  play(name);
  input.value = "";
});

// A link that brings somebody to a seat.
const join = new URLSearchParams(location.hash.slice(1)).get("join");
if (join) {
  history.replaceState(null, "", location.pathname);
  call("claim", { invite: join })
    .then((seat) => {
      mine = { token: [mine.token, seat.token].filter(Boolean).join(","), invites: mine.invites };
      hold(id, mine);
    })
    .catch(() => {})
    .finally(connect);
} else connect();
