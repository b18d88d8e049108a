// Secrets of seats, kept by this browser: table id → token and invitations.
// @ts-check

import { key } from "/static/person.js";

/** What this browser proves that it is at a table: the secret of its seats, and who it is. @param {string} token */
export const bearer = (token) => [token, key()].filter(Boolean).join(",");

/** @typedef {{token: string, invites: [number, string][]}} Held */

const KEY = "ludarium-seats";

/** @returns {Record<string, Held>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} id @returns {Held} */
export function held(id) {
  return all()[id] ?? { token: "", invites: [] };
}

/** @param {string} id @param {Held} value */
export function hold(id, value) {
  const seats = all();
  seats[id] = value;
  const ids = Object.keys(seats);
  for (const old of ids.slice(0, Math.max(0, ids.length - 200))) delete seats[old];
  try {
    localStorage.setItem(KEY, JSON.stringify(seats));
  } catch {
    // A full or forbidden store: the table can still be played until the page is left.
  }
}

/** All tables with a seat of this browser, the oldest first. @returns {[string, Held][]} */
export function heldTables() {
  return Object.entries(all());
}

/** Forgets a seat. @param {string} id */
export function drop(id) {
  const seats = all();
  delete seats[id];
  localStorage.setItem(KEY, JSON.stringify(seats));
}

/** Opens a new table; the token is that of the table it continues. @param {object} wanted @param {string} [token] */
export async function makeTable(wanted, token = "") {
  const answer = await fetch("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${bearer(token)}` },
    body: JSON.stringify(wanted),
  });
  const made = await answer.json().catch(() => ({ error: `the server answered ${answer.status}` }));
  if (!answer.ok) throw new Error(made.error ?? "that did not work");
  hold(made.id, { token: made.token, invites: made.invites });
  return made.id;
}
