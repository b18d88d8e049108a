// Where studies begin: a text that somebody pastes, and the studies that this browser kept.
// @ts-check
import { t } from "/texts.js";

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
export const KEPT = "ludarium-studies";

/** @returns {Record<string, {title: string, key: string, at: number, study: any}>} */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** Opens a study that nobody kept yet. @param {any} study */
export function open(study) {
  sessionStorage.setItem("ludarium-study-new", JSON.stringify(study));
  const key = study.written ? `written-${study.written}` : study.game;
  location.href = `/study/new?game=${encodeURIComponent(key)}`;
}

$("import")?.addEventListener("submit", async (/** @type {Event} */ e) => {
  e.preventDefault();
  const answer = await fetch("/api/studies/read", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: $("text").value, game: $("game").value }),
  }).catch(() => null);
  const value = await answer?.json().catch(() => null);
  if (!answer?.ok || !value?.study) {
    $("told").textContent = value?.error ?? "the server does not answer";
    return;
  }
  if (value.lost) sessionStorage.setItem("ludarium-study-note", t("study.imported", { lost: value.lost, first: value.first }));
  open(value.study);
});

const mine = $("mine");
if (mine) {
  const all = Object.entries(kept()).sort((a, b) => b[1].at - a[1].at);
  $("nomine").hidden = all.length > 0;
  mine.replaceChildren(...all.map(([id, s]) => {
    const li = document.createElement("li");
    const a = document.createElement("a");
    a.href = `/study/new?game=${encodeURIComponent(s.key)}#${id}`;
    a.textContent = s.title || s.key;
    const drop = document.createElement("button");
    drop.type = "button";
    drop.textContent = t("study.remove");
    drop.addEventListener("click", () => {
      const now = kept();
      delete now[id];
      localStorage.setItem(KEPT, JSON.stringify(now));
      li.remove();
    });
    li.append(a, " ", drop);
    return li;
  }));
}
