// My games: what this browser holds seats at. Open, save to a file, open from a file, erase.
// @ts-check
import { ask, key } from "/static/person.js";
import { bearer, drop, heldTables, makeTable } from "/static/seats.js";

/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const says = (/** @type {string} */ text) => { $("says").textContent = text; };

/** @param {string} id @param {string} token @param {string} [method] @param {string} [path] */
async function call(id, token, method = "GET", path = "") {
  const answer = await fetch(`/api/tables/${encodeURIComponent(id)}${path}`, { method, headers: { authorization: `Bearer ${bearer(token)}` } });
  const body = await answer.json().catch(() => ({}));
  return { ok: answer.ok, status: answer.status, body };
}

async function list() {
  const host = $("mine");
  const tables = heldTables().reverse();
  // Where somebody of this name sits, whichever browser it was.
  const playing = key() ? await ask("/api/people/me").then((told) => told.playing, () => []) : [];
  for (const id of playing) if (!tables.some(([known]) => known === id)) tables.unshift([id, { token: "", invites: [] }]);
  host.replaceChildren();
  $("none").hidden = tables.length > 0;
  for (const [id, held] of tables.slice(0, 100)) {
    const li = document.createElement("li");
    const link = document.createElement("a");
    link.href = `/play/${id}`;
    link.textContent = id;
    const line = document.createElement("span");
    line.className = "line";
    const erase = document.createElement("button");
    erase.type = "button";
    erase.textContent = "Erase";
    li.append(link, line, erase);
    host.append(li);
    const { ok, status, body } = await call(id, held.token);
    if (ok) {
      link.textContent = body.table.title;
      line.textContent = `${body.table.status} · ${body.table.ply === 1 ? "1 move" : `${body.table.ply} moves`}`;
      erase.setAttribute("aria-label", `Erase ${body.table.title}`);
    } else if (status === 404) {
      line.textContent = "is no longer there";
    } else line.textContent = body.error ?? "cannot be opened now";
    erase.addEventListener("click", async () => {
      if (!confirm("Erase this game for good?")) return;
      says(await gone(id, held.token));
      await list();
    });
  }
}

/** Erases a game, or gives up the seat where others play too. @param {string} id @param {string} token */
async function gone(id, token) {
  const { ok, status, body } = await call(id, token, "DELETE");
  if (ok || status === 404) { drop(id); return "Erased."; }
  if (status === 403) { drop(id); return "Others sit there too, so the game stays; your seat is forgotten here."; }
  return body.error ?? "That did not work.";
}

$("eraseall").addEventListener("click", async () => {
  const tables = heldTables();
  if (!tables.length) return says("There is nothing.");
  if (!confirm(`Erase ${tables.length} games for good, and everything this browser keeps for the portal?`)) return;
  for (const [id, held] of tables) await gone(id, held.token);
  for (const key of Object.keys(localStorage)) if (key.startsWith("ludarium-")) localStorage.removeItem(key);
  says("Everything was erased.");
  await list();
});

$("save").addEventListener("click", async () => {
  const games = [];
  for (const [id, held] of heldTables()) {
    const { ok, body } = await call(id, held.token, "GET", "/moves");
    if (ok) games.push({ ...body.game, of: id, moves: body.moves });
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify({ games }, null, 1)], { type: "application/json" }));
  link.download = "my-games.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  says(games.length === 1 ? "1 game was saved." : `${games.length} games were saved.`);
});

$("load").addEventListener("change", async (e) => {
  const file = /** @type {HTMLInputElement} */ (e.target).files?.[0];
  if (!file) return;
  try {
    const saved = JSON.parse(await file.text());
    const games = Array.isArray(saved.games) ? saved.games : [saved];
    let opened = "";
    for (const g of games.slice(0, 200)) {
      if (typeof g !== "object" || !Array.isArray(g.moves)) throw new Error("this file is no saved game");
      opened = await makeTable({ game: g.game ?? "", ruleset: g.ruleset ?? null, options: g.options ?? [], written: g.written ?? null, moves: g.moves, of: g.of ?? null, seats: [] }, heldTables().find(([id]) => id === g.of)?.[1].token);
    }
    if (games.length === 1) location.href = `/play/${opened}`;
    else { says(`${games.length} games were opened.`); await list(); }
  } catch (error) {
    says(`That did not work: ${error instanceof Error ? error.message : error}`);
  }
});
list();
