// Asks for a reconstruction and watches it.
const byId = (id) => document.getElementById(id);
let watched = null;
let timer = null;

for (const id of ["c", "k", "g"]) {
  const input = byId(id);
  const output = document.querySelector(`output[for=${id}]`);
  const tell = () => (output.textContent = (+input.value).toFixed(2));
  input.addEventListener("input", tell);
  tell();
}

function problem(text) {
  byId("problem").hidden = !text;
  byId("problem").textContent = text ?? "";
}

byId("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  problem();
  byId("go").disabled = true;
  const ask = {
    text: byId("text").value,
    evidence: byId("evidence").value,
    hypothesis: byId("hypothesis").value,
    weights: ["c", "k", "g"].map((id) => byId(id).value).join(","),
    results: +byId("results").value,
    seconds: +byId("seconds").value,
    seed: +byId("seed").value,
  };
  try {
    const answer = await fetch("/api/reconstructions", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(ask) });
    const told = await answer.json();
    if (answer.ok) watch(told.id);
    else problem(told.error ?? "This could not be started.");
  } catch {
    problem("The server does not answer.");
  }
  byId("go").disabled = false;
});

function watch(id) {
  watched = id;
  location.hash = `run-${id}`;
  byId("watch").hidden = false;
  byId("watch").scrollIntoView({ behavior: "smooth", block: "nearest" });
  clearInterval(timer);
  timer = setInterval(look, 1000);
  look();
}

const WORDS = { running: "Running", done: "Done", failed: "This cannot be reconstructed as it stands", stopped: "Stopped" };

async function look() {
  const id = watched;
  const answer = await fetch(`/api/reconstructions/${id}`).catch(() => null);
  if (!answer || id !== watched) return;
  if (!answer.ok) {
    clearInterval(timer);
    byId("state").textContent = "This run is no longer known.";
    return;
  }
  const s = await answer.json();
  byId("watched").textContent = s.title;
  byId("state").textContent = `${WORDS[s.state]} · ${s.seconds} s · ${s.looked_at} combinations looked at · ${s.playable} playable` + (s.state === "running" ? ` of ${s.wanted} wanted` : "");
  byId("bar").value = s.state === "running" ? Math.min(1, s.playable / s.wanted) : 1;
  byId("bar").hidden = s.state === "failed";
  byId("rejected").replaceChildren(...Object.entries(s.rejected).sort((a, b) => b[1] - a[1]).map(([why, n]) => {
    const li = document.createElement("li");
    li.textContent = `${n} × ${why}`;
    return li;
  }));
  byId("message").hidden = !(s.state === "failed" && s.message);
  byId("message").textContent = s.message;
  byId("stop").hidden = s.state !== "running";
  const done = byId("done");
  done.replaceChildren();
  done.hidden = !s.pages.length;
  s.pages.sort((a, b) => (a === "index.html" ? -1 : b === "index.html" ? 1 : a.localeCompare(b))).forEach((page, at) => {
    const a = document.createElement("a");
    a.href = `/reconstruct/${id}/${page}`;
    a.textContent = page === "index.html" ? "All results, and what was turned down" : `Result ${+page.match(/\d+/)?.[0] || at}`;
    done.append(a, at + 1 < s.pages.length ? " · " : "");
  });
  if (s.state === "done" && s.pages.length) {
    const bundle = document.createElement("a");
    bundle.href = `/reconstruct/${id}/bundle.zip`;
    bundle.textContent = "Everything as one file, to run again";
    done.append(" · ", bundle);
  }
  if (s.state !== "running") clearInterval(timer);
}

byId("stop").addEventListener("click", () => fetch(`/api/reconstructions/${watched}`, { method: "DELETE" }).then(look));
document.querySelectorAll("[data-run]").forEach((a) => a.addEventListener("click", (event) => {
  event.preventDefault();
  watch(+a.dataset.run);
}));
const named = location.hash.match(/^#run-(\d+)$/);
if (named) watch(+named[1]);
