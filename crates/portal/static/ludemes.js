// Searching the language while somebody types.
// @ts-check
const form = /** @type {HTMLFormElement} */ (document.getElementById("find"));
const q = /** @type {HTMLInputElement} */ (document.getElementById("q"));
let waiting = 0;
let asked = 0;
form.addEventListener("submit", (e) => e.preventDefault());
q.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = window.setTimeout(async () => {
    const mine = ++asked;
    const page = await fetch(`/ludemes?q=${encodeURIComponent(q.value)}`);
    const text = await page.text();
    if (mine !== asked) return;
    const other = new DOMParser().parseFromString(text, "text/html");
    for (const id of ["list", "count"]) {
      const there = other.getElementById(id);
      if (there) document.getElementById(id)?.replaceWith(there);
    }
    history.replaceState(null, "", q.value ? `/ludemes?q=${encodeURIComponent(q.value)}` : "/ludemes");
  }, 80);
});
