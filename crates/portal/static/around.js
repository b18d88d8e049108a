// What is around the board: seats with their clocks, points and captured pieces, the dice of the turn, the list of moves.
// It shows what the server told and decides nothing.
// @ts-check
import { readable } from "/static/chooser.js";

/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} tag @param {string} cls @param {string} [text] */
function el(tag, cls, text) {
  const e = document.createElement(tag);
  e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
}

/** A player's name with the side he plays. @param {any} table @param {number} seat */
export function called(table, seat) {
  const s = table.seats[seat - 1];
  if (!s) return `player ${seat}`;
  const side = s.side && table.seats.length > 1 && !s.name.includes(s.side) ? ` (${s.side})` : "";
  return s.name + side;
}

/** May somebody at this browser choose now? @param {any} table */
export function mayChoose(table) {
  const asked = table.choose ?? [table.seat];
  return !table.over && asked.some((/** @type {number} */ s) => table.yours.includes(s));
}

/**
 * By how many quarters the board is turned for a seat. Where everybody would see it from the same side it stays as it is
 * drawn; it is laid on its side only among more than two, and if that does not make a wide board high.
 * @param {any} table @param {number} seat @param {number[]} area
 */
export function turnOf(table, seat, area) {
  const turns = table.seats.map((/** @type {any} */ s) => Math.round((s.turn ?? 0) / 90) % 4);
  const turn = turns[seat - 1] ?? 0;
  const square = Math.max(area[2], area[3]) < 1.2 * Math.min(area[2], area[3]);
  if (turns.every((/** @type {number} */ t) => t === turns[0]) || (turn % 2 && (turns.length === 2 || !square))) return 0;
  return turn;
}

let toldAt = 0;

/** Seats: that of the side that the board is turned to is below it. @param {any} table @param {any} scene @param {number} turn quarters @param {number[]} area */
export function showSeats(table, scene, turn, area) {
  toldAt = performance.now();
  const far = $("seats-far");
  const near = $("seats-near");
  far.replaceChildren();
  near.replaceChildren();
  const facing = table.seats.filter((/** @type {any} */ s) => turnOf(table, s.seat, area) === turn);
  const mine = facing.find((/** @type {any} */ s) => table.yours.includes(s.seat)) ?? facing[0] ?? table.seats[0];
  const best = table.over && table.ranks?.length ? Math.min(...table.ranks) : null;
  const alone = best !== null && table.ranks.filter((/** @type {number} */ r) => r === best).length === 1;
  for (const s of table.seats) (s === mine ? near : far).append(seatOf(table, scene, s, alone ? best : null));
  clocks(table);
}

/** @param {any} table @param {any} scene @param {any} s @param {number | null} best the rank of a lone winner */
function seatOf(table, scene, s, best) {
  const toMove = !table.over && (table.choose ?? [table.seat]).includes(s.seat);
  const won = best !== null && table.ranks[s.seat - 1] === best;
  const div = el("div", `seat${toMove ? " turn" : ""}${won ? " won" : ""}`);
  if (s.colour && table.seats.length > 1) {
    const swatch = el("span", "swatch");
    swatch.style.background = s.colour;
    swatch.setAttribute("aria-hidden", "true");
    div.append(swatch);
  }
  const you = table.yours.includes(s.seat) && !/\byou\b/i.test(s.name) ? " (you)" : "";
  const away = s.waiting ? " (not here yet)" : s.here === false && !you ? " (away)" : "";
  const who = el("span", "who", s.person ? "" : called(table, s.seat) + you + away);
  if (s.person) {
    const a = document.createElement("a");
    a.href = `/people/${s.person}`;
    a.textContent = called(table, s.seat);
    who.append(a, you + away);
  }
  div.append(who);
  const points = scene.scores?.[s.seat - 1];
  if (points !== undefined) div.append(el("span", "points", points === 1 ? "1 point" : `${points} points`));
  if (won) div.append(el("span", "wonword", "won"));
  if (table.sealed?.includes(s.seat) && !table.over) div.append(el("span", "line", "has chosen"));
  if (table.thinking?.seat === s.seat) {
    const thinking = el("span", "thinking", "thinking");
    thinking.dataset.since = String(performance.now() - (table.thinking.ms ?? 0));
    thinking.dataset.most = String(table.thinking.most_ms ?? 0);
    div.append(thinking);
  }
  if (table.clock) {
    const clock = el("span", "clock");
    clock.dataset.seat = String(s.seat);
    div.append(clock);
  }
  const captured = scene.captured?.[s.seat - 1] ?? [];
  if (captured.length) div.append(capturedBy(captured));
  return div;
}

/** How each kind of piece was drawn when it was last seen: a definition's address by the piece's name. @type {Map<string, string>} */
const pictures = new Map();

/** Remembers how pieces look. @param {Element} board */
export function remember(board) {
  for (const piece of board.querySelectorAll(".piece[data-piece]")) {
    const uses = piece.querySelectorAll("use");
    const name = piece.getAttribute("data-piece") ?? "";
    if (uses.length === 1 && !pictures.has(name)) pictures.set(name, uses[0].getAttribute("href") ?? "");
  }
}

/** @param {{words: string, what: string, count: number}[]} captured */
function capturedBy(captured) {
  const box = el("span", "captured");
  box.setAttribute("role", "img");
  const words = (/** @type {{words: string, count: number}} */ c) => (c.count > 1 ? `${c.count} × ${c.words}` : c.words);
  box.setAttribute("aria-label", `captured: ${captured.map(words).join(", ")}`);
  const unseen = [];
  for (const c of captured) {
    const href = pictures.get(c.what);
    if (!href) {
      unseen.push(words(c));
      continue;
    }
    const picture = () => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("viewBox", "0 0 100 100");
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", href);
      svg.append(use);
      return svg;
    };
    for (let i = 0; i < Math.min(c.count, 8); i++) box.append(picture());
    if (c.count > 8) box.append(`×${c.count}`);
  }
  if (unseen.length) box.append(el("span", "line", `captured: ${unseen.join(", ")}`));
  return box;
}

/** Clocks and thinking times run on between messages. @param {any} table */
export function clocks(table) {
  for (const e of document.querySelectorAll(".clock")) {
    const seat = Number(/** @type {HTMLElement} */ (e).dataset.seat);
    let left = table.clock.left_ms[seat - 1];
    if ((table.clock.all_running ?? [table.clock.running]).includes(seat)) left -= performance.now() - toldAt;
    left = Math.max(0, left);
    const s = Math.floor(left / 1000);
    e.textContent = left < 10000 ? (left / 1000).toFixed(1) : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
  }
  for (const e of document.querySelectorAll(".thinking")) {
    const { since, most } = /** @type {HTMLElement} */ (e).dataset;
    const s = Math.floor((performance.now() - Number(since)) / 1000);
    e.textContent = `thinking ${s} s${Number(most) >= 1000 ? ` of ${Math.round(Number(most) / 1000)}` : ""}`;
  }
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8], [0, 2, 3, 4, 5, 6, 8], [0, 1, 2, 3, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8]];

/** The dice of this turn as dice. @param {{name?: string, faces: number[], used?: boolean[]}[]} dice */
export function showDice(dice) {
  const host = $("dice");
  host.hidden = !dice.length;
  host.replaceChildren();
  const words = [];
  for (const d of dice) {
    const group = el("span", "throw");
    group.dataset.faces = d.faces.join(",");
    d.faces.forEach((face, i) => {
      const die = el("span", `die${d.used?.[i] ? " used" : ""}`);
      if (face >= 0 && face <= 9) for (let p = 0; p < 9; p++) die.append(el("i", PIPS[face].includes(p) ? "pip" : ""));
      else die.append(el("b", "", String(face)));
      group.append(die);
    });
    host.append(group);
    words.push(`${d.faces.join(" and ")}${d.used?.some(Boolean) ? `, used ${d.faces.filter((_, i) => d.used?.[i]).join(" and ")}` : ""}`);
  }
  host.setAttribute("aria-label", words.length ? `Dice: ${words.join("; ")}` : "No dice");
  return words.join("; ");
}

/** A row of the list of moves as the server told it: seat, name, label. @param {any} table @param {any[]} row */
export function moveText(table, row) {
  const [seat, name, label] = row;
  const side = table.seats[seat - 1]?.side ?? `P${seat}`;
  return `${table.seats.length > 1 ? `${side} ` : ""}${label ?? readable(name)}`;
}

/** @param {any} table @param {any[][]} moves @param {number} at the ply that is shown @param {boolean} follow @param {(ply: number) => void} look */
export function showMoves(table, moves, at, follow, look) {
  const host = $("moves");
  // Only what changed is touched: lists can be thousands of moves long.
  const want = moves.map((row) => moveText(table, row));
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
    const b = li.firstElementChild;
    if (b && b.textContent !== text) b.textContent = text;
    // A try of which this viewer may not hear has a place in the list and nothing to show.
    /** @type {HTMLElement} */ (li).hidden = moves[i][2] === "";
    li.classList.toggle("at", i + 1 === at);
    if (i + 1 === at) b?.setAttribute("aria-current", "true");
    else b?.removeAttribute("aria-current");
  });
  if (follow) host.scrollTop = host.scrollHeight;
}

/** The rules, as the game's page tells them. @param {any} table @param {string} game */
export async function rulesOf(table, game) {
  if (!game) return [el("p", "line", "This description is played as it was written in the editor; its rules are there.")];
  const ruleset = table.spec?.ruleset ? `/rulesets/${encodeURIComponent(table.spec.ruleset)}` : "";
  const page = await fetch(`/games/${encodeURIComponent(game)}${ruleset}`).catch(() => null);
  const text = page?.ok ? await page.text() : "";
  const found = new DOMParser().parseFromString(text, "text/html").querySelector(".rules");
  if (!found) return [el("p", "line", "No rules are told for this game.")];
  const options = table.spec?.options ?? [];
  const note = options.length ? [el("p", "line", `This table is played with ${options.join(", ")}; the text tells the usual version.`)] : [];
  // Headings one level lower than on a page of their own would skip a level here.
  return note.concat([...found.children].filter((n) => n.tagName !== "H3").map((n) => {
    if (n.tagName !== "H4") return /** @type {HTMLElement} */ (document.importNode(n, true));
    return el("h3", "", n.textContent ?? "");
  }));
}
