// The first page: "Play now" opens a table at once, and games that this browser has seats at can be gone on with.
// @ts-check
import { heldTables, makeTable } from "/static/seats.js";
import { t } from "/texts.js";

const says = document.getElementById("says");

/** @param {HTMLElement} from */
async function play(from) {
  try {
    const id = await makeTable({ game: from.dataset.game, options: [], seats: [{ who: "me" }, { who: "computer", level: Number(from.dataset.level) }] });
    location.href = `/play/${id}`;
  } catch (error) {
    if (says) says.textContent = error instanceof Error ? error.message : String(error);
  }
}

const now = document.getElementById("playnow");
for (const e of [now, document.getElementById("liveboard")]) {
  e?.addEventListener("click", (click) => {
    if (click.ctrlKey || click.metaKey || click.shiftKey || !now) return;
    click.preventDefault();
    play(now);
  });
}

/** The games that were played last, as cards. */
async function again() {
  const list = document.getElementById("againlist");
  const tables = heldTables().reverse().slice(0, 4);
  for (const [id, held] of tables) {
    const answer = await fetch(`/api/tables/${encodeURIComponent(id)}`, { headers: { authorization: `Bearer ${held.token}` } });
    if (!answer.ok) continue;
    const { table } = await answer.json();
    const card = document.createElement("a");
    card.className = "card wide";
    card.href = `/play/${id}`;
    const thumb = document.createElement("span");
    thumb.className = "thumb";
    const picture = new Image(90, 90);
    picture.alt = "";
    picture.src = `/thumb/${encodeURIComponent(table.game ?? "")}.svg`;
    thumb.append(picture);
    const words = document.createElement("span");
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = table.title;
    const line = document.createElement("span");
    line.className = "line";
    line.textContent = `${table.status} · ${t("home.move", { n: table.ply })}`;
    words.append(name, line);
    card.append(thumb, words);
    const li = document.createElement("li");
    li.append(card);
    list?.append(li);
    const section = document.getElementById("again");
    if (section) section.hidden = false;
  }
}
again();
