// Moments as the reader's clock and language tell them.
// @ts-check
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.getAttribute("datetime") ?? "");
  if (Number.isNaN(at.getTime())) continue;
  const words = at.toLocaleString(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  const raw = time.getAttribute("datetime") ?? "";
  const said = time.getAttribute("data-words") ?? "";
  time.textContent = said.includes(raw) ? said.replace(raw, words) : `${said} · ${words}`;
}
