// The list of games: asks again while somebody types, keeps the address in step. Without this script the form works
// as an ordinary form.
// @ts-check

const form = /** @type {HTMLFormElement} */ (document.getElementById("find"));
const cards = /** @type {HTMLElement} */ (document.getElementById("cards"));
const count = /** @type {HTMLElement} */ (document.getElementById("count"));
const none = /** @type {HTMLElement} */ (document.getElementById("none"));
const more = /** @type {HTMLAnchorElement} */ (document.getElementById("more"));

/** @param {string} tag @param {string} [cls] @param {string} [text] */
function el(tag, cls, text) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
}

/** @param {any} game */
function card(game) {
  const li = el("li");
  const a = /** @type {HTMLAnchorElement} */ (el("a", "card"));
  a.href = `/games/${encodeURIComponent(game.key)}`;
  const thumb = el("span", "thumb");
  const img = /** @type {HTMLImageElement} */ (el("img"));
  img.src = `/thumb/${encodeURIComponent(game.key)}.svg`;
  img.alt = "";
  img.loading = "lazy";
  img.width = img.height = 200;
  thumb.append(img);
  const parts = [];
  if (game.playable) parts.push(game.players === 1 ? "1 player" : game.players === 0 ? "nobody" : `${game.players} players`);
  if (game.region) parts.push(game.region);
  if (game.period) parts.push(game.period);
  if (parts.length < 2 && game.aliases.length) parts.push(`also ${game.aliases[0]}`);
  if (game.playable === false) parts.push("cannot be played yet");
  a.append(thumb, el("span", "name", game.title), el("span", "line", parts.join(" · ")));
  li.append(a);
  return li;
}

/** What players, chance … are called in the lists. @param {string} facet @param {string} value */
function label(facet, value) {
  if (facet === "players") return value === "0" ? "nobody" : value === "1" ? "1 player" : `${value} players`;
  if (facet === "chance") return value === "yes" ? "with chance" : "without chance";
  if (facet === "hidden") return value === "yes" ? "something hidden" : "all in the open";
  if (facet === "family") return value.replaceAll("/", " › ");
  return value;
}

let asked = 0;
let page = Number(new URLSearchParams(location.search).get("page") ?? 0);

/** @param {boolean} add */
async function ask(add) {
  const mine = ++asked;
  page = add ? page + 1 : 0;
  const query = new URLSearchParams();
  for (const [k, v] of new FormData(form)) if (v) query.set(k, String(v));
  const shown = query.toString();
  if (page) query.set("page", String(page));
  const answer = await fetch(`/api/games?${query}`);
  if (mine !== asked || !answer.ok) return;
  const found = await answer.json();
  if (mine !== asked) return;
  history.replaceState(null, "", shown ? `/games?${shown}` : "/games");
  if (!add) cards.replaceChildren();
  cards.append(...found.games.map(card));
  count.textContent = found.total === 1 ? "1 game" : `${found.total} games`;
  none.hidden = found.total > 0;
  more.hidden = (page + 1) * found.per_page >= found.total;
  more.textContent = "More games";
  for (const select of form.querySelectorAll("select")) {
    const values = found.facets[select.name];
    if (!values) continue;
    const chosen = select.value;
    const options = [new Option("any", "")];
    for (const [value, n] of Object.entries(values)) options.push(new Option(`${label(select.name, value)} (${n})`, value));
    select.replaceChildren(...options);
    select.value = chosen;
  }
}

let waiting = 0;
form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => ask(false), 60);
});
form.addEventListener("submit", (e) => {
  e.preventDefault();
  ask(false);
});
more.addEventListener("click", (e) => {
  e.preventDefault();
  ask(true);
});
