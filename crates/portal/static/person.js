// Who this browser is: a name and the key that proves it, kept here and nowhere else in readable form.
// @ts-check
import { t } from "/texts.js";

/** @typedef {{id: string, name: string, key: string}} Me */

const KEY = "ludarium-person";

/** @returns {Me | null} */
export function me() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept && typeof kept.key === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** The key, or nothing. */
export const key = () => me()?.key ?? "";

/** @param {Me} person */
export function keep(person) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ id: person.id, name: person.name, key: person.key }));
  } catch {
    // A full or forbidden store: the name lasts as long as the page.
  }
}

export function forget() {
  localStorage.removeItem(KEY);
}

/**
 * Asks the portal as whoever this browser is.
 * @param {string} path @param {string} [method] @param {object} [body] @param {string} [asKey]
 */
export async function ask(path, method = "GET", body = undefined, asKey = key()) {
  const answer = await fetch(path, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${asKey}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const told = await answer.json().catch(() => ({ error: t("people.answered", { status: answer.status }) }));
  if (!answer.ok) throw new Error(told.error ?? t("people.failed"));
  return told;
}

/** Takes a name that nobody has. @param {string} name @param {string} [password] */
export async function takeName(name, password = "") {
  const made = await ask("/api/people", "POST", { name, password: password || null });
  keep(made);
  return made;
}

/** The name that a form asks for, unless there is one already. @param {HTMLInputElement} input */
export async function named(input) {
  const known = me();
  if (known) return known;
  const name = input.value.trim();
  if (!name) {
    input.focus();
    throw new Error(t("people.name_first"));
  }
  return takeName(name);
}

/**
 * A live connection that comes back by itself.
 * @param {string} path @param {(message: any) => void} hear
 */
export function live(path, hear) {
  let tries = 0;
  let wanted = true;
  /** @type {WebSocket | null} */
  let socket = null;
  const hello = () => { if (socket?.readyState === 1) socket.send(JSON.stringify({ token: key() })); };
  const connect = () => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket.addEventListener("open", hello);
    socket.addEventListener("message", (e) => { tries = 0; hear(JSON.parse(e.data)); });
    socket.addEventListener("close", () => {
      if (!wanted) return;
      tries += 1;
      setTimeout(connect, Math.min(4000, 200 * 2 ** Math.min(tries, 5)) * (0.6 + Math.random() * 0.4));
    });
  };
  addEventListener("pagehide", () => { wanted = false; socket?.close(); });
  addEventListener("pageshow", (e) => { if (e.persisted) { wanted = true; connect(); } });
  connect();
  // To be called when this browser has become somebody.
  return hello;
}

/** @param {string} tag @param {string} [text] @param {string} [className] */
export function el(tag, text = "", className = "") {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  if (className) node.className = className;
  return node;
}

/** @param {string} href @param {string} text @param {string} [className] */
export function link(href, text, className = "") {
  const a = /** @type {HTMLAnchorElement} */ (el("a", text, className));
  a.href = href;
  return a;
}

/**
 * Lets an input find games by what is typed: the key of the game that is meant is in its data.
 * @param {HTMLInputElement} input @param {HTMLDataListElement} list
 */
export function findsGames(input, list) {
  /** @type {Map<string, string>} */
  const keys = new Map([[input.value, input.dataset.key ?? ""]]);
  let timer = 0;
  input.addEventListener("input", () => {
    const known = keys.get(input.value);
    if (known) {
      input.dataset.key = known;
      return;
    }
    input.dataset.key = "";
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const found = await ask(`/api/games?q=${encodeURIComponent(input.value)}`).catch(() => ({ games: [] }));
      list.replaceChildren();
      for (const game of found.games.slice(0, 12)) {
        if (game.playable === false) continue;
        keys.set(game.title, game.key);
        const option = /** @type {HTMLOptionElement} */ (el("option"));
        option.value = game.title;
        list.append(option);
      }
      const first = keys.get(input.value) ?? [...keys].find(([title]) => title.toLowerCase() === input.value.trim().toLowerCase())?.[1];
      if (first) input.dataset.key = first;
    }, 150);
  });
  // What was typed and not chosen means the first that was found.
  return async () => {
    if (!input.dataset.key) {
      const found = await ask(`/api/games?q=${encodeURIComponent(input.value)}`);
      const game = found.games.find((/** @type {any} */ g) => g.playable !== false);
      if (!game) throw new Error(t("people.no_such_game"));
      input.value = game.title;
      input.dataset.key = game.key;
    }
    return input.dataset.key;
  };
}

/** A clock as a preset says it. @param {string} preset */
export function clockOf(preset) {
  const [timing, base, more] = preset.split(":");
  return { timing, base_ms: Number(base) * 1000, more_ms: Number(more) * 1000 };
}

/** A clock in words. @param {{timing: string, base_ms: number, more_ms: number}} clock */
export function clockWords(clock) {
  const span = (/** @type {number} */ ms) => {
    const s = Math.round(ms / 1000);
    if (s < 60) return `${s} s`;
    if (s < 3600) return `${Math.floor(s / 60)} min`;
    if (s < 172800) return `${Math.floor(s / 3600)} h`;
    return t("people.days", { n: Math.floor(s / 86400) });
  };
  if (clock.timing === "none") return t("people.no_clock");
  if (clock.timing === "move") return t("people.a_move", { time: span(clock.base_ms) });
  return clock.timing === "increment" ? `${span(clock.base_ms)} + ${span(clock.more_ms)}` : span(clock.base_ms);
}
