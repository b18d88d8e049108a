// The lobby: open seeks as they come and go, one's own, and the way to the board when somebody has accepted.
// @ts-check
import { ask, clockOf, clockWords, el, findsGames, link, live, me, named } from "/static/person.js";
import { t } from "/texts.js";

/** @param {string} id */
const $ = (id) => /** @type {any} */ (document.getElementById(id));
const says = (/** @type {unknown} */ why) => { $("says").textContent = why instanceof Error ? why.message : String(why ?? ""); };
const meant = findsGames($("game"), $("gamesfound"));
/** @type {any[]} */
let seeks = [];

function show() {
  $("nameask").hidden = !!me();
  $("noseeks").hidden = seeks.length > 0;
  $("seeks").replaceChildren(...seeks.map(row));
}

/** @param {any} seek */
function row(seek) {
  const own = seek.person === me()?.id;
  const li = el("li", "", own ? "own" : "");
  li.dataset.seek = seek.id;
  const img = /** @type {HTMLImageElement} */ (el("img"));
  img.src = `/thumb/${seek.game}.svg`;
  img.alt = "";
  img.width = img.height = 56;
  const what = el("div", "", "what");
  const who = el("span", "", "line");
  who.append(own ? t("lobby.you") : link(`/people/${seek.person}`, seek.name), ` (${seek.rating}) · ${clockWords(seek.clock)} · ${seek.rated ? t("lobby.is_rated") : t("lobby.casual")}`);
  what.append(el("strong", seek.title), who);
  const go = /** @type {HTMLButtonElement} */ (el("button", own ? t("lobby.withdraw") : t("lobby.play"), own ? "" : "primary"));
  go.type = "button";
  go.setAttribute("aria-label", own ? t("lobby.withdraw_it", { game: seek.title }) : t("lobby.play_it", { game: seek.title, name: seek.name }));
  go.addEventListener("click", async () => {
    go.disabled = true;
    try {
      if (own) await ask(`/api/lobby/${seek.id}`, "DELETE");
      else {
        await person();
        const told = await ask(`/api/lobby/${seek.id}/accept`, "POST");
        location.href = `/play/${told.table}`;
      }
    } catch (why) {
      says(why);
    }
    go.disabled = false;
  });
  li.append(img, what, go);
  return li;
}

const hello = live("/api/lobby/live", (m) => {
  if (m.t === "game") location.href = `/play/${m.table}`;
  if (m.t === "lobby") {
    seeks = m.seeks;
    show();
  }
});

/** Whoever this browser is, asked for if it is nobody yet. */
async function person() {
  const before = me();
  const now = await named($("who"));
  if (!before) {
    hello();
    show();
  }
  return now;
}

$("seek").addEventListener("submit", async (/** @type {SubmitEvent} */ e) => {
  e.preventDefault();
  says("");
  const button = /** @type {HTMLButtonElement} */ (e.submitter);
  button.disabled = true;
  try {
    await person();
    const preset = /** @type {HTMLInputElement} */ (document.querySelector("input[name=clock]:checked")).value;
    const wanted = { game: await meant(), clock: clockOf(preset), rated: $("rated").checked };
    const level = button.value === "computer" ? { level: Number($("level").value) } : {};
    const told = await ask("/api/lobby", "POST", { ...wanted, ...level });
    if (told.table) location.href = `/play/${told.table}`;
    else hello();
  } catch (why) {
    says(why);
  }
  button.disabled = false;
});
show();
