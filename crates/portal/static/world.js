// The world map: places points, filters them by time and kind, draws arrows from donors to reconstructions.
import { t } from "/texts.js";

const SVG = "http://www.w3.org/2000/svg";
const KINDS = ["described", "observed", "scholarly", "suggested", "incomplete", "reconstructed", "named", "evidence"];
const WORLD = { x: 0, y: 60, w: 3600, h: 1400 };
const WINDOW = 50; // years on either side

const byId = (id) => document.getElementById(id);
const make = (name, attributes, parent) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
};
const tell = (name, text, parent) => {
  const element = document.createElement(name);
  element.textContent = text;
  parent?.append(element);
  return element;
};
const yearText = (year) => (year < 0 ? `${-year} BCE` : `${year}`);
const spanText = (years) => (!years ? "no date" : years[0] === years[1] ? yearText(years[0]) : `${yearText(years[0])} – ${yearText(years[1])}`);
const place = (p) => [(p.lon + 180) * 10, (90 - p.lat) * 10];

const svg = byId("world");
const year = byId("year");
const all = byId("all");
const wanted = new Set(KINDS);
let points = [];
let view = { ...WORLD };
let chosen = null; // key of a spot
let timer = null;

const inTime = (p) => all.checked || (p.years && p.years[0] - WINDOW <= +year.value && +year.value <= p.years[1] + WINDOW);
const shown = (p) => wanted.has(p.kind) && inTime(p);

/** Units of the map for a pixel of the screen. */
const unit = () => view.w / (svg.clientWidth || 1200);

function spots() {
  // Points that would cover each other at this scale share a circle.
  const grid = 7.5 * unit();
  const found = new Map();
  points.forEach((p, at) => {
    if (!shown(p)) return;
    const [x, y] = place(p);
    const key = `${Math.round(x / grid)},${Math.round(y / grid)}`;
    const spot = found.get(key) ?? { key, x: 0, y: 0, list: [] };
    spot.x += x;
    spot.y += y;
    spot.list.push(at);
    found.set(key, spot);
  });
  for (const spot of found.values()) {
    spot.x /= spot.list.length;
    spot.y /= spot.list.length;
  }
  return found;
}

let drawn = new Map();
function draw() {
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  drawn = spots();
  const group = byId("points");
  const focused = document.activeElement?.dataset?.key;
  group.replaceChildren();
  const order = [...drawn.values()].sort((a, b) => b.list.length - a.list.length);
  for (const spot of order) {
    const counts = new Map();
    for (const at of spot.list) counts.set(points[at].kind, (counts.get(points[at].kind) ?? 0) + 1);
    const kind = [...counts].sort((a, b) => b[1] - a[1])[0][0];
    const radius = Math.min(13, 3 + Math.sqrt(spot.list.length)) * unit();
    const names = spot.list.slice(0, 4).map((at) => points[at].name);
    const label = names.join(", ") + (spot.list.length > 4 ? ` and ${spot.list.length - 4} more` : "");
    const circle = make("circle", { cx: spot.x, cy: spot.y, r: radius, class: `spot k-${kind}`, tabindex: 0, role: "button", "aria-label": label }, group);
    circle.dataset.key = spot.key;
    if (spot.key === chosen) circle.classList.add("on");
    make("title", {}, circle).textContent = label;
    if (spot.key === focused) circle.focus();
  }
  byId("none").hidden = drawn.size > 0;
  byId("when").textContent = all.checked ? `${t("map.alltimes")} · ${t("map.count", { n: count() })}` : `${yearText(+year.value)} ± ${WINDOW} · ${t("map.count", { n: count() })}`;
  arrows();
}
const count = () => [...drawn.values()].reduce((sum, spot) => sum + spot.list.length, 0);

function arrows() {
  const group = byId("arrows");
  group.replaceChildren();
  const spot = drawn.get(chosen);
  if (!spot) return;
  const here = new Set(spot.list);
  const lines = new Map();
  const add = (from, to) => lines.set(`${from}-${to}`, [from, to]);
  points.forEach((p, at) => p.from?.forEach((donor) => {
    if ((here.has(at) && shown(p)) || (here.has(donor) && shown(p))) add(donor, at);
  }));
  const seen = new Set();
  for (const [from, to] of lines.values()) {
    const [x1, y1] = place(points[from]);
    let [x2, y2] = place(points[to]);
    const key = [x1, y1, x2, y2].map(Math.round).join();
    if (seen.has(key) || Math.hypot(x2 - x1, y2 - y1) < 1) continue;
    seen.add(key);
    const bend = 0.18;
    const cx = (x1 + x2) / 2 + (y2 - y1) * bend;
    const cy = (y1 + y2) / 2 - (x2 - x1) * bend;
    make("path", { class: "arrow", d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`, "marker-end": "url(#tip)" }, group);
  }
}

function describe() {
  const panel = byId("chosen");
  const spot = drawn.get(chosen);
  panel.replaceChildren();
  if (!spot) {
    tell("h2", t("map.choose"), panel);
    tell("p", t("map.choosewhat"), panel).className = "line";
    return;
  }
  tell("h2", spot.list.length === 1 ? points[spot.list[0]].name : t("map.count", { n: spot.list.length }), panel);
  for (const kind of KINDS) {
    const list = spot.list.filter((at) => points[at].kind === kind);
    if (!list.length) continue;
    tell("h3", t(`map.kind-${kind}`), panel);
    const ul = document.createElement("ul");
    for (const at of list.slice(0, 200)) {
      const p = points[at];
      const li = document.createElement("li");
      if (p.href) {
        const a = tell("a", p.name, li);
        a.href = p.href;
      } else tell("span", p.name, li);
      tell("span", ` · ${spanText(p.years)}`, li).className = "line";
      if (p.from?.length) tell("span", ` · borrows from ${p.from.map((d) => points[d].name).join(", ")}`, li).className = "line";
      ul.append(li);
    }
    panel.append(ul);
  }
  const lenders = new Map();
  points.forEach((p) => p.from?.forEach((donor) => {
    if (spot.list.includes(donor) && shown(p)) lenders.set(p.name, p);
  }));
  if (lenders.size) {
    tell("h3", "Lent parts to", panel);
    tell("p", [...lenders.keys()].slice(0, 40).join(", ") + (lenders.size > 40 ? ` and ${lenders.size - 40} more` : ""), panel);
  }
}

function choose(key) {
  chosen = key;
  draw();
  describe();
}

function zoom(by, at) {
  const w = Math.min(WORLD.w, Math.max(200, view.w * by));
  const h = (w * WORLD.h) / WORLD.w;
  const [px, py] = at ?? [view.x + view.w / 2, view.y + view.h / 2];
  view = { x: px - ((px - view.x) * w) / view.w, y: py - ((py - view.y) * h) / view.h, w, h };
  keepInside();
  chosen = null;
  draw();
  describe();
}
function keepInside() {
  view.x = Math.min(WORLD.x + WORLD.w - view.w, Math.max(WORLD.x, view.x));
  view.y = Math.min(WORLD.y + WORLD.h - view.h, Math.max(WORLD.y, view.y));
}
const under = (event) => {
  const box = svg.getBoundingClientRect();
  return [view.x + ((event.clientX - box.left) / box.width) * view.w, view.y + ((event.clientY - box.top) / box.height) * view.h];
};

svg.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(event.deltaY > 0 ? 1.25 : 0.8, under(event));
}, { passive: false });
let drag = null;
svg.addEventListener("pointerdown", (event) => {
  drag = { at: [event.clientX, event.clientY], view: { ...view }, moved: false };
});
svg.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const box = svg.getBoundingClientRect();
  const [dx, dy] = [event.clientX - drag.at[0], event.clientY - drag.at[1]];
  if (Math.hypot(dx, dy) > 4 && !drag.moved) {
    drag.moved = true;
    svg.setPointerCapture(event.pointerId);
    svg.classList.add("dragged");
  }
  if (!drag.moved) return;
  view.x = drag.view.x - (dx / box.width) * view.w;
  view.y = drag.view.y - (dy / box.height) * view.h;
  keepInside();
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
});
svg.addEventListener("pointerup", (event) => {
  const moved = drag?.moved;
  drag = null;
  svg.classList.remove("dragged");
  const key = event.target.dataset?.key;
  if (!moved) choose(key ?? null);
});
svg.addEventListener("keydown", (event) => {
  const key = event.target.dataset?.key;
  if (key && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose(key);
  }
});
byId("in").addEventListener("click", () => zoom(0.6));
byId("out").addEventListener("click", () => zoom(1 / 0.6));
byId("whole").addEventListener("click", () => {
  view = { ...WORLD };
  draw();
});
addEventListener("resize", () => { draw(); describe(); });
all.addEventListener("change", () => { draw(); describe(); });
year.addEventListener("input", () => {
  all.checked = false;
  draw();
  describe();
});
byId("run").addEventListener("click", () => {
  const stop = () => {
    clearInterval(timer);
    timer = null;
    byId("run").textContent = "▶ through time";
    byId("run").setAttribute("aria-pressed", "false");
  };
  if (timer) return stop();
  all.checked = false;
  if (+year.value >= +year.max) year.value = year.min;
  byId("run").textContent = "❚❚ stop";
  byId("run").setAttribute("aria-pressed", "true");
  timer = setInterval(() => {
    if (+year.value >= +year.max) return stop();
    year.value = +year.value + 25;
    draw();
    describe();
  }, 120);
});

for (const kind of KINDS) {
  const label = document.createElement("label");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = true;
  box.addEventListener("change", () => {
    if (box.checked) wanted.add(kind);
    else wanted.delete(kind);
    draw();
    describe();
  });
  label.append(box);
  const mark = make("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" });
  make("circle", { cx: 5, cy: 5, r: 4.5, class: `k-${kind}` }, mark);
  label.append(mark, t(`map.kind-${kind}`));
  byId("kinds").append(label);
}

points = await (await fetch("/api/map")).json();
draw();
// An address may name a ruleset: /map?id=3823 (its place is chosen).
const id = new URLSearchParams(location.search).get("id");
if (id) {
  const at = points.findIndex((p) => String(p.id) === id);
  for (const spot of drawn.values()) if (spot.list.includes(at)) choose(spot.key);
}
