// What the test needs: the program, the built extension.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
export const EXTENSION = fileURLToPath(new URL("..", import.meta.url));

export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}

/** The program `ludarium`. */
export function program() {
  const path = process.env.LUDARIUM ?? `${ROOT}target/quick/ludarium`;
  if (!existsSync(path)) skip(`no program at ${path} (cargo build --profile quick -p ludarium-cli, or name one in LUDARIUM)`);
  if (!existsSync(`${EXTENSION}dist/extension.js`)) skip("the extension is not built (npm ci && npm run build)");
  return path;
}
