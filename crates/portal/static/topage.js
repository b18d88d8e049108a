// The editor's button that gives a written game a page of its own.
// @ts-check
const button = document.getElementById("topage");
button?.addEventListener("click", async () => {
  const text = document.getElementById("text");
  const verdict = document.getElementById("verdict");
  if (!(text instanceof HTMLTextAreaElement)) return;
  const answer = await fetch("/api/written", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text: text.value }) });
  const written = await answer.json();
  if (answer.ok) location.href = `/written/${written.id}`;
  else if (verdict) verdict.textContent = written.error;
});
