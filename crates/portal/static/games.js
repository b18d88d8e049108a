// The list of games: asks for the same page again while somebody types, takes its parts, keeps the address in step.
// Without this script the form works as an ordinary form.
// @ts-check

const form = /** @type {HTMLFormElement} */ (document.getElementById("find"));
const results = /** @type {HTMLElement} */ (document.getElementById("results"));
let asked = 0;
// On a phone the games come first; whoever has narrowed down sees by what.
const filters = document.querySelector(".filters");
if (filters instanceof HTMLDetailsElement && matchMedia("(max-width: 800px)").matches && !document.querySelector(".chips")) filters.open = false;

/** @param {string} address */
async function page(address) {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function address() {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) query.append(name, String(value));
  const text = query.toString();
  return text ? `/games?${text}` : "/games";
}

async function ask() {
  const mine = ++asked;
  const wanted = address();
  const found = await page(wanted);
  if (!found || mine !== asked) return;
  history.replaceState(null, "", wanted);
  document.title = found.title;
  const news = found.getElementById("results");
  if (news) results.replaceChildren(...news.childNodes);
  // Choices get their new counts in place, so that nobody loses the one they are at.
  for (const select of found.querySelectorAll("#facets select")) {
    const here = form.elements.namedItem(/** @type {HTMLSelectElement} */ (select).name);
    if (here instanceof HTMLSelectElement) {
      const chosen = here.value;
      here.replaceChildren(...select.childNodes);
      here.value = chosen;
    }
  }
}

let waiting = 0;
form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = window.setTimeout(ask, 90);
});
form.addEventListener("submit", (e) => {
  e.preventDefault();
  ask();
});
results.addEventListener("click", async (e) => {
  const more = e.target instanceof Element ? e.target.closest("#more") : null;
  if (!(more instanceof HTMLAnchorElement)) return;
  e.preventDefault();
  const found = await page(more.href);
  if (!found) return;
  const cards = document.getElementById("cards");
  const first = found.querySelector("#cards > li a");
  cards?.append(...found.querySelectorAll("#cards > li"));
  const next = found.getElementById("more");
  if (next) more.replaceWith(next);
  else more.remove();
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
});
