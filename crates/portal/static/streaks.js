// What somebody solved, kept by this browser: which puzzles, how many in a row, on how many days. And the button that
// looks for puzzles of a game that has none.
// @ts-check
import { t } from "/texts.js";

const KEY = "ludarium-puzzles";

/** @typedef {{solved: Record<string, number>, row: number, best: number, days: number, day: number, last: string}} Kept */

/** @returns {Kept} */
export function kept() {
  const none = { solved: {}, row: 0, best: 0, days: 0, day: 0, last: "" };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return none;
  }
}

/** Days since 1970 where the visitor is. */
export const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);

/** Days in a row up to now; yesterday's row still stands. @param {Kept} k */
export const daysNow = (k) => (k.day >= today() - 1 ? k.days : 0);

/** Notes a puzzle: solved without a mistake, or not. @param {string} id @param {boolean} clean */
export function note(id, clean) {
  const k = kept();
  if (clean && !k.solved[id]) {
    k.row += 1;
    k.best = Math.max(k.best, k.row);
  } else if (!clean) k.row = 0;
  if (clean || k.solved[id] === undefined) k.solved[id] = clean ? 2 : 1;
  k.last = id;
  if (clean && k.day !== today()) {
    k.days = k.day === today() - 1 ? k.days + 1 : 1;
    k.day = today();
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(k));
  } catch {
    // Then it counts as long as the page.
  }
  return k;
}

/** Where the way through all puzzles goes on. @param {string} after */
export function onward(after) {
  const k = kept();
  const last = after || k.last || Math.random().toString(36).slice(2, 4);
  return `/puzzles/next?by=all&after=${encodeURIComponent(last)}&row=${k.row}`;
}
const goon = /** @type {HTMLAnchorElement | null} */ (document.getElementById("goon"));
if (goon) goon.href = onward("");

const count = document.getElementById("count");
if (count) {
  const k = kept();
  count.textContent = String(Object.values(k.solved).filter((v) => v === 2).length);
  /** @type {HTMLElement} */ (document.getElementById("row")).textContent = String(k.row);
  /** @type {HTMLElement} */ (document.getElementById("days")).textContent = String(daysNow(k));
}
for (const a of document.querySelectorAll(".puzzlerows a")) {
  const done = /** @type {HTMLElement | null} */ (a.querySelector(".done"));
  if (done && kept().solved[a.getAttribute("data-id") ?? ""] === 2) done.hidden = false;
}
const make = /** @type {HTMLButtonElement | null} */ (document.getElementById("make"));
make?.addEventListener("click", async () => {
  const told = /** @type {HTMLElement} */ (document.getElementById("making"));
  make.disabled = true;
  told.textContent = t("puzzles.looking");
  const answer = await fetch(`/api/puzzles/${encodeURIComponent(make.dataset.key ?? "")}`, { method: "POST" }).catch(() => null);
  const value = await answer?.json().catch(() => null);
  if (value?.found) {
    told.textContent = t("puzzles.made", { n: value.found });
    location.reload();
  } else told.textContent = value?.error ?? t("puzzles.notmade");
});
