// The editor: a text area with colours behind it, completion, messages while typing, the board beside it.
// @ts-check
import { makeTable } from "/static/seats.js";

/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const text = /** @type {HTMLTextAreaElement} */ ($("text"));
const shadow = $("shadow");
const given = text.value;
const KEY = `ludarium-text:${text.dataset.from || "new"}`;
const kept = localStorage.getItem(KEY);
if (kept !== null && kept !== given) {
  text.value = kept;
  $("kept").textContent = "Your text from last time.";
}

/** @typedef {{severity: string, message: string, wanted: string | null, help: string | null, line: number | null, column: number | null, start: number, end: number, through: string[]}} Message */
/** @type {Message[]} */
let messages = [];

// ---- colours ----

const TOKEN = /\/\/[^\n]*|"(?:\\"|[^"\n])*"?|[(){}[\]<>]|[^\s(){}[\]<>"]+|\s+/g;

/** Bytes to characters: messages count bytes. @param {string} s */
function byteOffsets(s) {
  const bytes = [];
  let at = 0;
  for (const c of s) {
    for (let i = 0; i < c.length; i++) bytes.push(at);
    at += new TextEncoder().encode(c).length;
  }
  bytes.push(at);
  return bytes;
}

function paint() {
  const s = text.value;
  const ascii = /^[\x00-\x7f]*$/.test(s);
  const offsets = ascii ? null : byteOffsets(s);
  const marks = messages.filter((m) => m.line !== null).map((m) => ({ from: m.start, to: Math.max(m.end, m.start + 1), cls: m.severity === "error" ? "err" : "wrn" }));
  const out = document.createDocumentFragment();
  let opened = false;
  let at = 0;
  for (const [part] of s.matchAll(TOKEN)) {
    let cls = "";
    if (part.startsWith("//")) cls = "co";
    else if (part.startsWith('"')) cls = opened ? "de" : "st";
    else if (/^[(){}[\]<>]$/.test(part)) cls = "br";
    else if (/^\s/.test(part)) cls = "";
    else if (opened) cls = "lu";
    else if (/^-?\d/.test(part)) cls = "nu";
    if (!/^\s/.test(part) && cls !== "co") opened = part === "(";
    const from = offsets ? offsets[at] : at;
    const to = offsets ? offsets[at + part.length] : at + part.length;
    const mark = part.trim() && marks.find((m) => m.from < to && m.to > from);
    if (cls || mark) {
      const span = document.createElement("span");
      span.className = [cls, mark ? mark.cls : ""].join(" ").trim();
      span.textContent = part;
      out.append(span);
    } else out.append(part);
    at += part.length;
  }
  out.append("\n");
  shadow.replaceChildren(out);
  follow();
}
function follow() {
  shadow.scrollTop = text.scrollTop;
  shadow.scrollLeft = text.scrollLeft;
}
text.addEventListener("scroll", follow);

// ---- checking ----

let asked = 0;
let waiting = 0;
async function check() {
  const mine = ++asked;
  const answer = await fetch("/api/check", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text: text.value }) }).catch(() => null);
  if (mine !== asked) return;
  if (!answer || !answer.ok) {
    $("verdict").textContent = answer?.status === 429 ? "Too fast for the server; it will look again." : "The server does not answer.";
    setTimeout(() => { if (mine === asked) check(); }, 3000);
    return;
  }
  const checked = await answer.json();
  if (mine !== asked) return;
  messages = checked.messages;
  paint();
  const errors = messages.filter((m) => m.severity === "error").length;
  $("verdict").textContent = checked.playable ? `“${checked.title}” can be played by ${checked.players}.` : errors === 1 ? "1 error" : `${errors} errors`;
  const list = $("problems");
  list.replaceChildren();
  for (const m of messages.slice(0, 50)) {
    const li = document.createElement("li");
    li.className = m.severity;
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = `${m.severity}${m.line ? ` at ${m.line}:${m.column}` : ""}: ${m.message}`;
    for (const [label, words] of [["wanted", m.wanted], ["try", m.help], ["through", m.through.join(" ← ")]]) {
      if (!words) continue;
      const more = document.createElement("span");
      more.className = "help";
      more.textContent = `${label}: ${words}`;
      b.append(more);
    }
    b.addEventListener("click", () => goTo(m));
    li.append(b);
    list.append(li);
  }
  /** @type {HTMLButtonElement} */ ($("play")).disabled = !checked.playable;
  const preview = $("preview");
  preview.replaceChildren();
  if (checked.svg) {
    const svg = new DOMParser().parseFromString(checked.svg, "image/svg+xml").documentElement;
    preview.append(document.importNode(svg, true));
  }
  $("firstmoves").textContent = checked.playable ? `P${checked.mover}: ${checked.moves.slice(0, 60).join(", ")}${checked.moves.length > 60 ? " …" : ""}` : "";
}

/** @param {Message} m */
function goTo(m) {
  if (m.line === null) return;
  const offsets = byteOffsets(text.value);
  const start = offsets.indexOf(m.start);
  const end = offsets.indexOf(m.end);
  text.focus();
  text.setSelectionRange(Math.max(0, start), Math.max(start + 1, end));
  const line = text.value.slice(0, start).split("\n").length;
  text.scrollTop = Math.max(0, (line - 5) * 22);
}

text.addEventListener("input", () => {
  try {
    localStorage.setItem(KEY, text.value);
  } catch {
    $("kept").textContent = "This browser does not keep the text.";
  }
  messages = [];
  paint();
  clearTimeout(waiting);
  waiting = window.setTimeout(check, 250);
  suggest(false);
});

// ---- completion ----

/** @typedef {{name: string, doc: string}} Word */
/** Ludemes stand after a bracket, definitions in quotes after a bracket, plain words anywhere. @type {Record<string, Word[]>} */
const known = { ludemes: [], definitions: [], words: [] };
fetch("/api/ludemes").then((r) => r.json()).then((v) => {
  const seen = new Set();
  known.ludemes = v.ludemes.filter((/** @type {any} */ l) => !seen.has(l.name) && seen.add(l.name));
  const pairs = (/** @type {[string, string][]} */ list) => list.map(([name, doc]) => ({ name, doc }));
  known.definitions = pairs(v.definitions);
  known.words = pairs(v.words);
}).catch(() => {});
const complete = $("complete");
/** @type {Word[]} */
let offered = [];
/** @type {{word: string, after: string, from: Word[]} | null} */
let begunWord = null;
let chosen = 0;

/** What is being written: its beginning, what follows it when complete, and what it may become. */
function begun() {
  const before = text.value.slice(0, text.selectionStart).split("\n").at(-1) ?? "";
  if (before.includes("//")) return null;
  const quoted = /\("([A-Za-z0-9]*)$/.exec(before);
  if (quoted) {
    // Definitions of this text come before those of the library.
    const own = [...text.value.matchAll(/\(define\s+"([^"\n]+)"/g)].map((m) => ({ name: m[1], doc: "defined in this text" }));
    const closed = text.value[text.selectionStart] === '"';
    return { word: quoted[1], after: closed ? "" : '"', from: [...own, ...known.definitions] };
  }
  const head = /\(([A-Za-z]+(?: [A-Za-z]*)?|)$/.exec(before);
  if (head) return { word: head[1], after: " ", from: known.ludemes };
  const plain = /(?:^|[\s{:])([A-Z][A-Za-z]*)$/.exec(before);
  return plain ? { word: plain[1], after: "", from: known.words } : null;
}
/** @param {boolean} wanted */
function suggest(wanted) {
  begunWord = begun();
  if (!begunWord || (!wanted && begunWord.word.length < 2)) return close();
  const low = begunWord.word.toLowerCase();
  offered = begunWord.from.filter((l) => l.name.toLowerCase().startsWith(low) && l.name.toLowerCase() !== low).slice(0, 30);
  if (!offered.length) return close();
  chosen = 0;
  complete.replaceChildren(...offered.map((l, i) => {
    const li = document.createElement("li");
    li.role = "option";
    li.id = `c${i}`;
    li.textContent = l.name;
    const small = document.createElement("small");
    small.textContent = l.doc;
    li.append(small);
    li.addEventListener("mousedown", (e) => { e.preventDefault(); chosen = i; accept(); });
    return li;
  }));
  const lines = text.value.slice(0, text.selectionStart).split("\n");
  complete.style.top = `${Math.min(lines.length * 22 + 14 - text.scrollTop, 300)}px`;
  complete.style.left = `${Math.max(0, Math.min((lines.at(-1) ?? "").length * 8.6 - text.scrollLeft, text.clientWidth - 260))}px`;
  complete.hidden = false;
  mark();
}
function mark() {
  [...complete.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === chosen)));
  text.setAttribute("aria-activedescendant", `c${chosen}`);
  complete.children[chosen]?.scrollIntoView({ block: "nearest" });
}
function close() {
  complete.hidden = true;
  offered = [];
  text.removeAttribute("aria-activedescendant");
}
function accept() {
  const { word, after } = begunWord ?? { word: "", after: "" };
  const end = text.selectionStart;
  text.setRangeText(offered[chosen].name + after, end - word.length, end, "end");
  close();
  text.dispatchEvent(new Event("input"));
  close();
}
let leaving = false;
text.addEventListener("keydown", (e) => {
  if (e.key === " " && e.ctrlKey) { e.preventDefault(); return suggest(true); }
  if (!complete.hidden) {
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      chosen = (chosen + (e.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length;
      return mark();
    }
    if (e.key === "Enter" || e.key === "Tab") { e.preventDefault(); return accept(); }
    if (e.key === "Escape") return close();
  }
  if (e.key === "Escape") leaving = true;
  else if (e.key === "Tab" && !leaving && !e.shiftKey) {
    e.preventDefault();
    text.setRangeText("    ", text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input"));
  } else if (e.key === "Enter") {
    const line = text.value.slice(0, text.selectionStart).split("\n").at(-1) ?? "";
    const indent = /^\s*/.exec(line)?.[0] ?? "";
    e.preventDefault();
    text.setRangeText(`\n${indent}`, text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input"));
  } else if (e.key !== "Tab" && e.key !== "Shift") leaving = false;
});
text.addEventListener("blur", close);

$("play").addEventListener("click", async () => {
  try {
    const answer = await fetch("/api/written", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text: text.value }) });
    const written = await answer.json();
    if (!answer.ok) throw new Error(written.error);
    location.href = `/play/${await makeTable({ written: written.id, seats: [] })}`;
  } catch (error) {
    $("verdict").textContent = String(error instanceof Error ? error.message : error);
  }
});
$("fresh").addEventListener("click", () => {
  text.value = given;
  localStorage.removeItem(KEY);
  $("kept").textContent = "";
  messages = [];
  paint();
  check();
});
paint();
check();
