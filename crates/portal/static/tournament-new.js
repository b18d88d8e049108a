// The form for a new tournament: what is asked for depends on the kind and on who takes part.
// @ts-check
import { ask, clockOf, findsGames, me, named } from "/static/person.js";
import { t } from "/texts.js";

/** @param {string} id */
const $ = (id) => /** @type {any} */ (document.getElementById(id));
const chosen = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (document.querySelector(`input[name=${name}]:checked`)).value;
const meant = findsGames($("newgame"), $("gamesfound"));
const levels = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("input.level")]);
/** @param {string} selector @param {boolean} shown */
const all = (selector, shown) => document.querySelectorAll(selector).forEach((e) => { /** @type {HTMLElement} */ (e).hidden = !shown; });
/** Levels have been chosen by hand. */
let touched = false;

function show() {
  const people = chosen("who") === "people";
  const kind = chosen("kind");
  all(".forpeople", people);
  all(".forarena", kind === "arena");
  all(".forswiss", kind === "swiss");
  $("nameask").hidden = !people || !!me();
  $("go").textContent = people ? t("tournaments.announce") : t("tournaments.start");
  // Four computers, unless somebody wants others; none beside people.
  if (!touched) levels.forEach((input, i) => { input.value = !people && i >= 1 && i <= 4 ? "1" : "0"; });
}

levels.forEach((input) => input.addEventListener("input", () => { touched = true; }));
$("newcup").addEventListener("change", show);
$("newcup").addEventListener("submit", async (/** @type {SubmitEvent} */ e) => {
  e.preventDefault();
  const people = chosen("who") === "people";
  $("says").textContent = "";
  $("go").disabled = true;
  try {
    if (people) await named($("who"));
    const starts = $("starts").value;
    const told = await ask("/api/tournaments", "POST", {
      name: $("cupname").value,
      kind: chosen("kind"),
      game: await meant(),
      clock: people ? clockOf(chosen("clock")) : { timing: "none", base_ms: 0, more_ms: 0 },
      rated: $("rated").checked,
      rounds: Number($("rounds").value),
      minutes: Number($("minutes").value),
      legs: $("legs").checked ? 2 : 1,
      most: Number($("most").value),
      starts_at: people && starts !== "ask" ? Date.now() + Number(starts) * 60000 : null,
      computers: levels.flatMap((input) => Array(Math.max(0, Math.min(64, Number(input.value)))).fill(Number(input.dataset.level))),
      only_computers: !people,
      join: people,
    });
    location.href = `/tournaments/${told.id}`;
  } catch (why) {
    $("says").textContent = why instanceof Error ? why.message : String(why);
    $("go").disabled = false;
  }
});
show();
