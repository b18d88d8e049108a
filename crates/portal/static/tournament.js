// A tournament as it goes on: standings, the games of the round, joining, and the way to one's own board.
// @ts-check
import { ask, el, link, live, me, named } from "/static/person.js";
import { count, t } from "/texts.js";

/** @param {string} id */
const $ = (id) => /** @type {any} */ (document.getElementById(id));
const id = $("cup").dataset.id;
/** @type {any} */
let cup = JSON.parse($("cup").dataset.now);
/** The round whose games are shown; 0 for the last one. */
let looking = 0;
/** @type {any[] | null} */
let older = null;
const says = (/** @type {unknown} */ why) => { $("says").textContent = why instanceof Error ? why.message : String(why ?? ""); };
const halves = (/** @type {number} */ x) => {
  const whole = Math.floor(x);
  if (x - whole === 0.5) return whole ? `${whole}½` : "½";
  return Number.isInteger(x) ? String(x) : x.toFixed(2);
};
const span = (/** @type {number} */ ms) => {
  const s = Math.max(0, Math.round(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
};

function status() {
  const games = cup.meetings.flatMap((/** @type {any} */ m) => m.games).filter((/** @type {any} */ g) => !g.scores).length;
  if (cup.phase === "open") {
    if (cup.rules.starts_at) return t("tournaments.begins_in", { time: span(cup.rules.starts_at - Date.now()) });
    return cup.rules.by === me()?.id ? t("tournaments.you_begin") : t("tournaments.waits");
  }
  if (cup.phase === "off") return t("tournaments.off");
  if (cup.phase === "over") return t("tournaments.won_by", { name: cup.standings[0]?.name ?? "" });
  if (cup.ends_at) return `${t("tournaments.left", { time: span(cup.ends_at - Date.now()) })} · ${count("tournaments.playing", games)}`;
  return `${t("tournaments.round_of", { n: cup.round, all: cup.rounds })} · ${count("tournaments.playing", games)}`;
}

/** @param {any} row @param {Map<number, any>} by */
function cells(row, by) {
  return row.cells.map((/** @type {any} */ cell) => {
    const td = el("td", "", "cell");
    if (!cell) return td;
    const [met, won] = cell;
    if (!met.length) {
      td.append(el("span", "+", "d"));
      td.title = t("tournaments.rest");
      return td;
    }
    const most = cup.rules.legs;
    const kind = won === null ? "o" : 2 * won > most ? "w" : 2 * won < most ? "l" : "d";
    const ranks = met.map((/** @type {number} */ e) => by.get(e)?.rank ?? "").join(",");
    td.append(el("span", `${won === null ? "…" : halves(won)} ${ranks}`, kind));
    td.title = met.map((/** @type {number} */ e) => by.get(e)?.name ?? "").join(", ");
    return td;
  });
}

function standings() {
  const by = new Map(cup.standings.map((/** @type {any} */ r) => [r.entrant, r]));
  const rows = cup.standings.map((/** @type {any} */ row) => {
    const tr = el("tr", "", `${row.player === me()?.id ? "me" : ""}${row.gone ? " gone" : ""}`.trim());
    const name = el("td", "", "who");
    name.append(link(`/people/${row.player}`, row.name));
    tr.append(el("td", String(row.rank), "n"), name, el("td", String(row.rating), "n wide-only"), el("td", halves(row.points), "n points"));
    tr.append(...row.ties.map((/** @type {number} */ x) => el("td", halves(x), "n wide-only")), ...cells(row, by));
    return tr;
  });
  $("cross").replaceChildren(...rows);
  const head = $("crosshead");
  head.querySelectorAll(".cell").forEach((/** @type {Element} */ e) => e.remove());
  if (cup.rules.kind !== "arena") for (let n = 1; n <= cup.round; n++) {
    const th = el("th", String(n), "cell");
    th.setAttribute("scope", "col");
    head.append(th);
  }
  if ($("nobody")) $("nobody").hidden = rows.length > 0;
}

/** @param {any} game */
function gameRow(game) {
  const li = el("li");
  const sides = game.seats.map((/** @type {any} */ s, /** @type {number} */ i) => el("span", s.name, `player${game.scores?.[i] > 0.5 ? " won" : ""}`));
  const score = link(`/play/${game.table}`, game.scores ? game.scores.map(halves).join(" : ") : t("tournaments.watch"), "score button");
  score.title = game.how;
  li.append(sides[0], score, ...sides.slice(1));
  return li;
}

function games() {
  const meetings = older ?? cup.meetings;
  const list = meetings.flatMap((/** @type {any} */ m) => {
    if (m.games.length) return m.games.map(gameRow);
    const li = el("li", "", "rest");
    li.append(el("span", t("tournaments.rests", { name: m.names.join(", ") })));
    return [li];
  });
  if (!list.length && cup.phase === "open") {
    const li = el("li", "", "rest");
    li.append(el("span", t("tournaments.before"), "line"));
    list.push(li);
  }
  $("games").replaceChildren(...list);
  const buttons = [];
  if (cup.rules.kind !== "arena" && cup.round > 1) for (let n = 1; n <= cup.round; n++) {
    const b = el("button", String(n));
    b.setAttribute("type", "button");
    b.setAttribute("aria-pressed", String((looking || cup.round) === n));
    b.setAttribute("aria-label", t("tournaments.round", { n }));
    b.addEventListener("click", async () => {
      looking = n === cup.round ? 0 : n;
      older = looking ? (await ask(`/api/tournaments/${id}?round=${n}`)).meetings : null;
      games();
    });
    buttons.push(b);
  }
  $("rounds").replaceChildren(...buttons);
}

/** Somebody whose game has begun is brought to it, once. */
function own() {
  const mine = me()?.id;
  const game = mine && cup.meetings.flatMap((/** @type {any} */ m) => m.games).find((/** @type {any} */ g) => !g.scores && g.seats.some((/** @type {any} */ s) => s.player === mine));
  $("yours").hidden = !game;
  if (!game) return;
  $("yours").replaceChildren(el("span", t("tournaments.your_game")), link(`/play/${game.table}`, t("tournaments.play"), "button"));
  const brought = JSON.parse(sessionStorage.getItem("ludarium-brought") ?? "[]");
  if (!brought.includes(game.table)) {
    sessionStorage.setItem("ludarium-brought", JSON.stringify([...brought.slice(-50), game.table]));
    location.href = `/play/${game.table}`;
  }
}

function buttons() {
  const mine = me()?.id;
  const row = cup.standings.find((/** @type {any} */ r) => r.player === mine);
  const inside = row && !row.gone;
  const active = cup.phase === "open" || cup.phase === "running";
  const late = cup.phase === "running" && cup.rules.kind !== "arena" && !row;
  const people = cup.rules.clock.timing !== "none";
  $("join").hidden = !active || inside || late || !people;
  $("leave").hidden = !active || !inside;
  $("nameask").hidden = $("join").hidden || !!mine;
  const organises = cup.phase === "open" && cup.rules.by === mine && !!mine;
  $("begin").hidden = !organises || !!cup.rules.starts_at;
  $("begin").disabled = cup.players < 2;
  $("off").hidden = !organises;
}

function show() {
  $("status").textContent = status();
  buttons();
  standings();
  games();
  own();
}

const hello = live(`/api/tournaments/${id}/live`, (m) => {
  cup = m;
  show();
});
setInterval(() => { if (cup.phase === "open" || cup.phase === "running") $("status").textContent = status(); }, 1000);

for (const [button, path] of [["join", "join"], ["leave", "leave"], ["begin", "begin"], ["off", "call-off"]]) {
  $(button).addEventListener("click", async () => {
    says("");
    $(button).disabled = true;
    try {
      if (button === "join" && !me()) {
        await named($("who"));
        hello();
      }
      if (button === "off" && !confirm(t("tournaments.off_sure"))) throw new Error("");
      await ask(`/api/tournaments/${id}/${path}`, "POST");
      buttons();
    } catch (why) {
      says(why);
    }
    $(button).disabled = false;
  });
}
$("who").addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => { if (e.key === "Enter") $("join").click(); });
show();
