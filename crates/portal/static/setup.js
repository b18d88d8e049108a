// The form on a game's page that opens a table.
// @ts-check
import { makeTable } from "/static/seats.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("setup"));
const says = document.getElementById("setup-says");
const whos = form ? [...form.querySelectorAll("select[name^=who]")] : [];
// Against the computer, unless somebody wants otherwise.
whos.forEach((select, i) => {
  if (i > 0 && select instanceof HTMLSelectElement) {
    const levels = [...select.options].filter((o) => o.value.startsWith("computer"));
    select.value = (levels[Math.min(2, levels.length - 1)] ?? select.options[0]).value;
  }
});
form?.addEventListener("submit", async (e) => {
  e.preventDefault();
  const seats = whos.map((select) => {
    const [who, level] = /** @type {HTMLSelectElement} */ (select).value.split(":");
    return { who, level: Number(level ?? 0) };
  });
  const options = form.dataset.options ? JSON.parse(form.dataset.options) : [...form.querySelectorAll("select.option")].map((o) => {
    const select = /** @type {HTMLSelectElement} */ (o);
    return `${select.dataset.heading}/${select.value}`;
  });
  const value = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value;
  const clock = { timing: value("timing"), base_ms: Math.round(Number(value("minutes")) * 60000), more_ms: Math.round(Number(value("more")) * 1000) };
  try {
    const id = await makeTable({ game: form.dataset.game, ruleset: form.dataset.ruleset || null, options, seats, clock });
    location.href = `/play/${id}`;
  } catch (error) {
    if (says) says.textContent = String(error instanceof Error ? error.message : error);
  }
});
