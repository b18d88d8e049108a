// The editor: a text area with colours and line numbers, messages with changes that mend them while typing, completion,
// explanations and changes at the cursor, the board beside it. What it says about the text comes from the server.
// @ts-check
import { applied, ask, editsOf, offset, position } from "/static/language.js";
import { makeTable } from "/static/seats.js";

/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const text = /** @type {HTMLTextAreaElement} */ ($("text"));
const shadow = $("shadow");
const gutter = $("gutter");
const given = text.value;
const KEY = `ludarium-text:${text.dataset.from || "new"}`;
const kept = localStorage.getItem(KEY);
if (kept !== null && kept !== given) {
  text.value = kept;
  $("kept").textContent = "Your text from last time.";
}

/** @typedef {{severity: string, message: string, wanted: string | null, help: string | null, line: number | null, column: number | null, start: number, end: number, through: string[], fixes: {title: string, start: number, end: number, replacement: string}[]}} Message */
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
  number(s);
  follow();
}
/** Numbers of lines; those with problems are marked. @param {string} s */
function number(s) {
  const worst = new Map();
  for (const m of messages) if (m.line !== null && worst.get(m.line) !== "error") worst.set(m.line, m.severity);
  const lines = s.split("\n").length;
  gutter.replaceChildren(...Array.from({ length: lines }, (_, i) => {
    const line = document.createElement("span");
    line.textContent = String(i + 1);
    line.dataset.line = String(i + 1);
    if (worst.has(i + 1)) line.className = worst.get(i + 1);
    return line;
  }));
}
function follow() {
  gutter.scrollTop = text.scrollTop;
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
    for (const fix of m.fixes) {
      const mend = document.createElement("button");
      mend.type = "button";
      mend.className = "fix";
      mend.textContent = `Fix: ${fix.title}`;
      mend.addEventListener("click", () => {
        const offsets = byteOffsets(text.value);
        replace(text.value.slice(0, offsets.indexOf(fix.start)) + fix.replacement + text.value.slice(offsets.indexOf(fix.end)), offsets.indexOf(fix.start) + fix.replacement.length);
      });
      li.append(mend);
    }
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
  text.scrollTop = Math.max(0, (line - 5) * lineHeight());
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

/** Another text, as if it had been typed: the browser can take it back. @param {string} changed @param {number} cursor */
function replace(changed, cursor) {
  const old = text.value;
  let from = 0;
  while (from < old.length && from < changed.length && old[from] === changed[from]) from++;
  let same = 0;
  while (same < old.length - from && same < changed.length - from && old[old.length - 1 - same] === changed[changed.length - 1 - same]) same++;
  text.focus();
  text.setSelectionRange(from, old.length - same);
  const put = changed.slice(from, changed.length - same);
  // The only way that keeps the browser's own undo.
  if (!document.execCommand("insertText", false, put) || text.value !== changed) {
    text.value = changed;
    text.dispatchEvent(new Event("input"));
  }
  text.setSelectionRange(cursor, cursor);
}

// ---- the list at the cursor: completions, or changes ----

const complete = $("complete");
/** @typedef {{label: string, doc: string, run: () => void}} Offer */
/** @type {Offer[]} */
let offered = [];
let chosen = 0;
let wantedAt = 0;

/** What is being typed: enough of it to ask. */
function begun() {
  const before = text.value.slice(0, text.selectionStart).split("\n").at(-1) ?? "";
  return before.includes("//") ? "" : /[("]?[A-Za-z][A-Za-z0-9]*$|\("?$/.exec(before)?.[0] ?? "";
}
/** Completions at the cursor. @param {boolean} wanted */
async function suggest(wanted) {
  const mine = ++wantedAt;
  const typed = begun().replace(/^[("]+/, "");
  if (!wanted && typed.length < 2) return close();
  const asked = text.value, at = text.selectionStart;
  const answer = await ask(asked, "completion", { position: position(asked, at) }).catch(() => null);
  if (mine !== wantedAt || text.value !== asked || text.selectionStart !== at) return;
  /** @type {import("./language.js").Completion[]} */
  const items = answer?.items ?? [];
  const low = typed.toLowerCase();
  const fits = items.filter((i) => (i.filterText ?? i.label).replace(/^[("]+/, "").toLowerCase().startsWith(low));
  show(fits.slice(0, 40).map((i) => ({
    label: i.label,
    doc: i.detail ?? i.documentation?.value.split("\n")[0] ?? "",
    run: () => {
      const changed = applied(asked, [i.textEdit]);
      replace(changed, offset(asked, i.textEdit.range.start) + i.textEdit.newText.length);
    },
  })), "Completions");
}
/** Changes that the server offers for the selection. */
async function changes() {
  const mine = ++wantedAt;
  const asked = text.value;
  const range = { start: position(asked, text.selectionStart), end: position(asked, text.selectionEnd) };
  /** @type {import("./language.js").Action[]} */
  const actions = await ask(asked, "codeAction", { range, context: { diagnostics: [] } }).catch(() => []);
  if (mine !== wantedAt || text.value !== asked) return;
  const at = text.selectionStart;
  const offers = actions.map((a) => ({ label: a.title, doc: "", run: () => replace(applied(asked, editsOf(a)), at) }));
  if (offers.length) show(offers, "Changes");
  else tell("Nothing to change here.");
}
/** @param {Offer[]} offers @param {string} name */
function show(offers, name) {
  offered = offers;
  if (!offered.length) return close();
  chosen = 0;
  complete.setAttribute("aria-label", name);
  complete.replaceChildren(...offered.map((l, i) => {
    const li = document.createElement("li");
    li.role = "option";
    li.id = `c${i}`;
    li.textContent = l.label;
    const small = document.createElement("small");
    small.textContent = l.doc;
    li.append(small);
    li.addEventListener("mousedown", (e) => { e.preventDefault(); chosen = i; accept(); });
    return li;
  }));
  complete.hidden = false;
  place(complete, text.selectionStart);
  mark();
}
/** Below a place of the text. @param {HTMLElement} element @param {number} at */
function place(element, at) {
  const { line, character } = position(text.value, at);
  const around = $("editor");
  const below = (line + 1) * lineHeight() + 14 - text.scrollTop;
  const above = below - lineHeight() - element.offsetHeight - 4;
  const fits = below + element.offsetHeight <= around.clientHeight || above < 0;
  element.style.top = `${Math.max(0, fits ? Math.min(below, around.clientHeight - 80) : above)}px`;
  const right = around.clientWidth - element.offsetWidth - 4;
  element.style.left = `${Math.max(0, Math.min(gutter.offsetWidth + character * 8.6 - text.scrollLeft, right))}px`;
}
function lineHeight() {
  return parseFloat(getComputedStyle(text).lineHeight) || 22;
}
function mark() {
  [...complete.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === chosen)));
  text.setAttribute("aria-activedescendant", `c${chosen}`);
  // Only the list scrolls: the text around it stays where it is.
  const item = /** @type {HTMLElement | undefined} */ (complete.children[chosen]);
  if (item && item.offsetTop < complete.scrollTop) complete.scrollTop = item.offsetTop;
  else if (item && item.offsetTop + item.offsetHeight > complete.scrollTop + complete.clientHeight) complete.scrollTop = item.offsetTop + item.offsetHeight - complete.clientHeight;
}
function close() {
  complete.hidden = true;
  offered = [];
  text.removeAttribute("aria-activedescendant");
}
function accept() {
  const run = offered[chosen].run;
  close();
  run();
  wantedAt++;
  close();
}

// ---- explanations, names, layout ----

const hint = $("explained");
/** @param {string} words */
function tell(words) {
  $("kept").textContent = words;
}
/** What the word at a place means. @param {number} at */
async function explain(at) {
  const asked = text.value;
  const answer = await ask(asked, "hover", { position: position(asked, at) }).catch(() => null);
  if (text.value !== asked) return;
  const words = answer?.contents?.value ?? "";
  hint.hidden = !words;
  hint.replaceChildren(...markdown(words));
}
/** The little of Markdown that explanations use. @param {string} words @returns {Node[]} */
function markdown(words) {
  const out = [];
  for (const [i, part] of words.split(/```\w*\n?/).entries()) {
    if (!part.trim()) continue;
    if (i % 2) {
      const pre = document.createElement("pre");
      pre.textContent = part.trimEnd();
      out.push(pre);
    } else {
      for (const paragraph of part.trim().split(/\n\n+/)) {
        if (/^-+$/.test(paragraph)) continue;
        const p = document.createElement("p");
        paragraph.split(/(`[^`]*`|\*\*[^*]*\*\*)/).forEach((piece) => {
          const kind = piece.startsWith("`") ? "code" : piece.startsWith("**") ? "b" : null;
          if (!kind) return p.append(piece);
          const element = document.createElement(kind);
          element.textContent = piece.replace(/^(`|\*\*)|(`|\*\*)$/g, "");
          p.append(element);
        });
        out.push(p);
      }
    }
  }
  return out;
}
async function toDeclaration() {
  const asked = text.value;
  const answer = await ask(asked, "definition", { position: position(asked, text.selectionStart) }).catch(() => null);
  if (!answer?.range) return tell("Declared elsewhere, or nothing with a name stands here.");
  goTo(byteMessage(offset(asked, answer.range.start), offset(asked, answer.range.end)));
}
/** A place as a message has it. @param {number} from @param {number} to @returns {Message} */
function byteMessage(from, to) {
  const offsets = byteOffsets(text.value);
  return { severity: "", message: "", wanted: null, help: null, line: 1, column: 1, start: offsets[from], end: offsets[to], through: [], fixes: [] };
}
async function rename() {
  const asked = text.value, at = text.selectionStart;
  try {
    const range = await ask(asked, "prepareRename", { position: position(asked, at) });
    const old = asked.slice(offset(asked, range.start), offset(asked, range.end));
    const name = prompt(`Another name for ${old}:`, old);
    if (!name || name === old) return;
    const change = await ask(asked, "rename", { position: position(asked, at), newName: name });
    if (text.value === asked) replace(applied(asked, editsOf(change)), at);
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
}
async function layOut() {
  const asked = text.value, at = text.selectionStart;
  const edits = await ask(asked, "formatting", { options: { tabSize: 4, insertSpaces: true } }).catch(() => null);
  if (edits && text.value === asked) replace(applied(asked, edits), Math.min(at, text.value.length));
}
let resting = 0;
text.addEventListener("click", () => explain(text.selectionStart));
text.addEventListener("keyup", (e) => {
  if (!/^(Arrow|Home|End|Page)/.test(e.key)) return;
  clearTimeout(resting);
  resting = window.setTimeout(() => explain(text.selectionStart), 400);
});
$("change").addEventListener("click", () => { text.focus(); changes(); });
$("layout").addEventListener("click", layOut);
$("rename").addEventListener("click", () => { text.focus(); rename(); });

let leaving = false;
text.addEventListener("keydown", (e) => {
  if (e.key === " " && e.ctrlKey) { e.preventDefault(); suggest(true); return; }
  if (e.key === "." && (e.ctrlKey || e.metaKey)) { e.preventDefault(); changes(); return; }
  if (e.key === "F2") { e.preventDefault(); rename(); return; }
  if (e.key === "F12") { e.preventDefault(); toDeclaration(); return; }
  if (e.key === "F" && e.shiftKey && e.altKey) { e.preventDefault(); layOut(); return; }
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
