// The link at a table that reports a wrong rule: takes the position that is looked at along.
// @ts-check
import { heldTables } from "/static/seats.js";

const link = document.getElementById("reportrule");
link?.addEventListener("click", async (e) => {
  const table = document.getElementById("table");
  if (!(link instanceof HTMLAnchorElement) || !table) return;
  e.preventDefault();
  const id = table.dataset.id ?? "";
  const held = heldTables().find(([name]) => name === id)?.[1];
  const answer = await fetch(`/api/tables/${encodeURIComponent(id)}/moves`, { headers: held ? { authorization: `Bearer ${held.token}` } : {} });
  if (!answer.ok) { location.href = link.href; return; }
  const { game, moves } = await answer.json();
  // What is looked at is marked in the list of moves; the whole game where nothing is.
  const rows = [...document.querySelectorAll("#moves li")];
  const at = rows.findIndex((row) => row.classList.contains("at"));
  const most = rows.length === moves.length && at >= 0 ? at + 1 : moves.length;
  const query = new URLSearchParams({ game: game.game ?? "", moves: moves.slice(0, most).join(";") });
  if (game.ruleset) query.set("ruleset", game.ruleset);
  if (game.options?.length) query.set("options", game.options.join(";"));
  location.href = `/contribute/report?${query}`;
});
