// Starting and ending a portal for tests: a fresh folder, a free port, the address read from its first line.
import { spawn } from "node:child_process";
import { mkdtempSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..");
const candidates = [process.env.LUDARIUM, join(root, "target/release/ludarium"), join(root, "target/quick/ludarium")];
export const program = candidates.find((p) => p && existsSync(p));

export function freshFolder() {
  return mkdtempSync(join(tmpdir(), "ludarium-portal-"));
}

/** Starts the portal; `port` 0 takes a free one. */
export async function start({ data = freshFolder(), port = 0, games = [], rate = 0, quiet = true } = {}) {
  if (!program) throw new Error("no ludarium: build it (cargo build --release) or name it in LUDARIUM");
  const args = ["serve", "--port", String(port), "--data", data, "--rate", String(rate)];
  for (const folder of games) args.push("--games", folder);
  const child = spawn(program, args, { stdio: ["ignore", "pipe", quiet ? "ignore" : "inherit"] });
  const begun = performance.now();
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (d) => {
      text += d;
      const found = /(http:\/\/[^\s/]+)/.exec(text);
      if (found) resolve(found[1]);
    });
    child.on("exit", (code) => reject(new Error(`the portal ended with ${code}: ${text}`)));
  });
  return {
    address, data, child, startMs: performance.now() - begun,
    port: Number(new URL(address).port),
    kill: () => new Promise((done) => { child.on("exit", done); child.kill("SIGKILL"); }),
    stop: () => new Promise((done) => { child.on("exit", done); child.kill("SIGTERM"); }),
  };
}

export async function post(address, path, body, token = "") {
  const answer = await fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json().catch(() => ({})) };
}
export async function get(address, path, token = "") {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.json().catch(() => ({})) };
}
