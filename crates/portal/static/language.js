// What the server knows about the text in the editor, asked in the words of the language server protocol. The positions of
// the protocol count lines and UTF-16 units, as this page does.
// @ts-check

/** @typedef {{line: number, character: number}} Position */
/** @typedef {{start: Position, end: Position}} Range */
/** @typedef {{range: Range, newText: string}} Edit */
/** @typedef {{title: string, kind: string, edit: {changes: Record<string, Edit[]>}}} Action */
/** @typedef {{label: string, detail?: string, documentation?: {value: string}, filterText?: string, textEdit: Edit}} Completion */

/** The server keeps nothing: the address only names the text inside one question. */
const ADDRESS = "page:text";

/** @param {string} text @param {number} offset @returns {Position} */
export function position(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length - 1, character: (lines.at(-1) ?? "").length };
}
/** @param {string} text @param {Position} at */
export function offset(text, at) {
  let start = 0;
  for (let line = 0; line < at.line; line++) {
    const next = text.indexOf("\n", start);
    if (next < 0) return text.length;
    start = next + 1;
  }
  return Math.min(start + at.character, text.length);
}

/** An answer, or an error whose message says why there is none. @param {string} text @param {string} method @param {object} [params] @returns {Promise<any>} */
export async function ask(text, method, params = {}) {
  const body = JSON.stringify({ text, method: `textDocument/${method}`, params: { textDocument: { uri: ADDRESS }, ...params } });
  const answer = await fetch("/api/language", { method: "POST", headers: { "content-type": "application/json" }, body });
  const said = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(said?.error ?? "The server does not answer.");
  return said;
}

/** @param {Action | {changes: Record<string, Edit[]>} | null} action @returns {Edit[]} */
export function editsOf(action) {
  const changes = action && ("edit" in action ? action.edit.changes : action.changes);
  return changes?.[ADDRESS] ?? [];
}

/** The text with changes made; they do not overlap. @param {string} text @param {Edit[]} edits */
export function applied(text, edits) {
  const placed = edits.map((e) => ({ from: offset(text, e.range.start), to: offset(text, e.range.end), text: e.newText }));
  placed.sort((a, b) => b.from - a.from || b.to - a.to);
  for (const e of placed) text = text.slice(0, e.from) + e.text + text.slice(e.to);
  return text;
}
