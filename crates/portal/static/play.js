// A table: the live connection, the board, and everything around it.
// @ts-check
import { Board } from "/static/board.js";
import { held, hold, makeTable } from "/static/seats.js";

/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = $("table");
const id = root.dataset.id ?? "";
let mine = held(id);
/** @type {any} */
let table = null;
/** @type {any} */
let scene = null;
/** @type {string[][]} moves as [mover, name] */
let moves = [];
/** Which ply is looked at; null for the present. @type {number | null} */
let looking = null;
/** @type {Map<number, {name: string, ply: number}>} */
const unanswered = new Map();
let nextId = 1;

const speak = (/** @type {string} */ text) => { $("speak").textContent = text; };
const says = (/** @type {string} */ text) => { $("says").textContent = text; };

const board = new Board($("board"), { choose: (c) => play(c.name), ask, speak });

// ---- the connection ----

/** @type {WebSocket | null} */
let socket = null;
let tries = 0;
let wantsOpen = true;

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/live`);
  socket.addEventListener("open", () => {
    tries = 0;
    socket?.send(JSON.stringify({ t: "hello", token: mine.token, ground: null }));
    // Moves that were sent but not answered: said again; the server knows whether it has them.
    for (const [n, m] of unanswered) socket?.send(JSON.stringify({ t: "play", id: n, ply: m.ply, name: m.name }));
  });
  socket.addEventListener("message", (e) => hear(JSON.parse(e.data)));
  socket.addEventListener("close", () => {
    socket = null;
    if (!wantsOpen) return;
    $("lost").hidden = false;
    tries += 1;
    setTimeout(connect, Math.min(5000, 250 * 2 ** Math.min(tries, 5)) * (0.6 + Math.random() * 0.4));
  });
}
addEventListener("pagehide", () => { wantsOpen = false; socket?.close(); });
addEventListener("pageshow", (e) => { if (e.persisted) { wantsOpen = true; connect(); } });
setInterval(() => { if (socket?.readyState === 1) socket.send('{"t":"ping"}'); }, 25000);

/** @param {any} m */
function hear(m) {
  if (m.t === "state") {
    $("lost").hidden = true;
    table = m.table;
    moves = [...moves.slice(0, table.from), ...table.moves];
    if (m.ground) board.setGround(m.ground);
    // The difference is to what was told before, so it is shown even while another position is looked at.
    const before = scene?.ply;
    scene = m.scene;
    board.show(scene, { animate: looking === null && before !== undefined && scene.ply === before + 1, whole: !!m.ground });
    present = { last: scene.last, choices: scene.choices };
    if (looking !== null) {
      if (looking > table.ply + table.ahead) looking = null;
      look(looking);
    }
    $("chooser").hidden = true;
    show();
  } else if (m.t === "ack") {
    unanswered.delete(m.id);
    says("");
  } else if (m.t === "no") {
    unanswered.delete(m.id);
    if (!m.stale) says(m.why);
    if (looking === null) {
      board.choices = present.choices;
      board.labels();
      board.marks();
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
  unanswered.set(n, { name, ply: table.ply });
  board.choices = [];
  board.labels();
  board.marks();
  if (socket?.readyState === 1) socket.send(JSON.stringify({ t: "play", id: n, ply: table.ply, name }));
}

/** Several moves go the same way. @param {any[]} choices */
function ask(choices) {
  const box = $("chooser");
  box.replaceChildren();
  for (const c of choices) {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = readable(c.name);
    b.addEventListener("click", () => { box.hidden = true; play(c.name); });
    box.append(b);
  }
  const never = document.createElement("button");
  never.type = "button";
  never.textContent = "None of these";
  never.addEventListener("click", () => { box.hidden = true; board.setFocus(board.focusKey); });
  box.append(never);
  box.hidden = false;
  /** @type {HTMLElement} */ (box.firstElementChild).focus();
}
$("chooser").addEventListener("keydown", (e) => {
  if (e.key === "Escape") { $("chooser").hidden = true; board.setFocus(board.focusKey); }
});

/** @param {string} name */
function readable(name) {
  return name.replaceAll("_", " ").replace("=", " becomes ").replaceAll("*", " × ");
}

/** @param {string} path @param {object} [body] */
async function call(path, body) {
  const answer = await fetch(`/api/tables/${id}${path ? `/${path}` : ""}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", authorization: `Bearer ${mine.token}` },
    body: body ? JSON.stringify(body) : undefined,
  });
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) { says(value.error ?? `the server answered ${answer.status}`); throw new Error(value.error); }
  return value;
}

// ---- what is around the board ----

function show() {
  const yours = table.yours.includes(table.seat) && !table.over;
  $("status").textContent = (looking === null ? "" : `Looking at move ${looking} of ${table.ply}. `) + table.status + (yours && table.seats.length > 1 ? " — your turn" : "") + (table.phase && !table.over ? ` (${table.phase})` : "");
  document.title = `${yours ? "● " : ""}${table.title} · Ludarium`;
  seats();
  list();
  const said = $("said");
  said.replaceChildren();
  const live = looking === null ? present.choices : [];
  for (const c of live) {
    if (c.to && board.spots.has(c.to) && (!c.from || board.spots.has(c.from))) continue;
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = readable(c.name);
    b.addEventListener("click", () => play(c.name));
    said.append(b);
  }
  $("notes").textContent = scene.notes.join(" · ");
  const names = live.map((/** @type {any} */ c) => c.name);
  $("legalcount").textContent = String(names.length);
  const legal = $("legal");
  legal.replaceChildren();
  for (const name of names.slice(0, 600)) {
    const li = document.createElement("li");
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = readable(name);
    b.addEventListener("click", () => play(name));
    li.append(b);
    legal.append(li);
  }
  $("movenames").replaceChildren(...names.slice(0, 200).map((/** @type {string} */ n) => new Option(n)));
  const button = (/** @type {string} */ b, /** @type {boolean} */ on) => { /** @type {HTMLButtonElement} */ ($(b)).disabled = !on; };
  const sits = table.yours.length > 0;
  button("undo", sits && table.ply > 0);
  button("redo", sits && table.alone && table.ahead > 0);
  button("hint", sits && table.alone && !table.over && !table.hidden);
  button("analyse", sits && table.alone && !table.hidden);
  analyse();
  button("draw", sits && !table.over && table.seats.length > 1);
  button("resign", sits && !table.over);
  $("undo").textContent = table.alone ? "Undo" : "Ask to undo";
  button("branch", table.ply > 0 || looking !== null);
  const offer = $("offer");
  offer.hidden = !table.offer;
  offer.replaceChildren();
  if (table.offer) {
    const [what, seat] = table.offer;
    const own = table.yours.includes(seat);
    offer.append(`${own ? "You" : table.seats[seat - 1].name} ${what === "draw" ? (own ? "offer a draw. " : "offers a draw. ") : own ? "ask to undo. " : "asks to undo. "}`);
    if (sits && !own) {
      for (const [label, answer] of [["Accept", what], ["Decline", "decline"]]) {
        const b = document.createElement("button");
        b.type = "button";
        b.textContent = label;
        b.addEventListener("click", () => call("offer", { what: answer }).catch(() => {}));
        offer.append(b, " ");
      }
    }
  }
  const invites = $("invites");
  invites.replaceChildren();
  for (const [seat, invite] of mine.invites) {
    if (!table.seats[seat - 1]?.waiting) continue;
    const p = document.createElement("p");
    const link = `${location.origin}/play/${id}#join=${invite}`;
    const input = document.createElement("input");
    input.readOnly = true;
    input.value = link;
    input.setAttribute("aria-label", `Link for player ${seat}`);
    input.className = "invite";
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = `Copy link for player ${seat}`;
    b.addEventListener("click", () => copy(link));
    p.append(input, " ", b);
    invites.append(p);
  }
  $("watchers").textContent = table.watchers === 0 ? "" : table.watchers === 1 ? "1 watcher" : `${table.watchers} watchers`;
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

let clockAt = 0;
function seats() {
  const host = $("top-seats");
  host.replaceChildren();
  clockAt = performance.now();
  for (const s of table.seats) {
    const div = document.createElement("div");
    div.className = "seat" + (s.seat === table.seat && !table.over ? " turn" : "");
    const name = document.createElement("span");
    name.textContent = s.name + (table.yours.includes(s.seat) && !/you/i.test(s.name) ? " (you)" : "") + (s.waiting ? " (not here yet)" : "");
    div.append(name);
    if (scene.scores[s.seat - 1] !== undefined) {
      const points = document.createElement("span");
      points.className = "points";
      points.textContent = `${scene.scores[s.seat - 1]} points`;
      div.append(points);
    }
    if (table.clock) {
      const clock = document.createElement("span");
      clock.className = "clock";
      clock.dataset.seat = String(s.seat);
      div.append(clock);
    }
    host.append(div);
  }
  clocks();
}
function clocks() {
  if (!table?.clock) return;
  for (const e of document.querySelectorAll(".clock")) {
    const seat = Number(/** @type {HTMLElement} */ (e).dataset.seat);
    let left = table.clock.left_ms[seat - 1];
    if (table.clock.running === seat) left -= performance.now() - clockAt;
    left = Math.max(0, left);
    const s = Math.floor(left / 1000);
    e.textContent = left < 10000 ? (left / 1000).toFixed(1) : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
  }
}
setInterval(clocks, 200);

function list() {
  const host = $("moves");
  // Only what changed is touched: lists can be thousands of moves long.
  const want = moves.map(([mover, name]) => `${table.seats.length > 1 ? `P${mover} ` : ""}${readable(name)}`);
  while (host.children.length > want.length) host.lastElementChild?.remove();
  want.forEach((text, i) => {
    let li = host.children[i];
    if (!li) {
      li = document.createElement("li");
      const b = document.createElement("button");
      b.type = "button";
      b.addEventListener("click", () => look(i + 1));
      li.append(b);
      host.append(li);
    }
    if (li.firstElementChild && li.firstElementChild.textContent !== text) li.firstElementChild.textContent = text;
    li.classList.toggle("at", i + 1 === (looking ?? table.ply));
  });
  if (looking === null) host.scrollTop = host.scrollHeight;
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
  $("bartext").textContent = `${table.seats[seat - 1]?.name ?? "Mover"}: ${Math.round(share * 100)} %`;
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
  speak(`hint: ${readable(best[0])}`);
  $("notes").textContent = `Hint: ${judged.best.slice(0, 3).map((/** @type {any} */ b) => readable(b[0])).join(", or ")}`;
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
  if (!table.yours.includes(table.seat)) return says("It is not your turn.");
  says("");
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
