// The JSON interface against its own description: thousands of requests made up from /api/openapi.json. Needs
// schemathesis (python3 -m venv V && V/bin/pip install schemathesis; SCHEMATHESIS=V/bin/schemathesis). EXAMPLES (300) a
// path. No answer may be a fault of the server, and every answer must be one that the description names.
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder, post, start } from "./server.mjs";

const tool = process.env.SCHEMATHESIS ?? "schemathesis";
if (spawnSync(tool, ["--version"]).status !== 0) {
  console.log("skipped: no schemathesis (python3 -m venv V && V/bin/pip install schemathesis, then SCHEMATHESIS=V/bin/schemathesis)");
  process.exit(0);
}
const server = await start();
// Something that is there, so that not every request is about nothing.
const made = await post(server.address, "/api/tables", { game: "reversi", seats: [] });
const config = join(freshFolder(), "schemathesis.toml");
writeFileSync(config, `[parameters]\n"path.id" = "${made.body.id}"\n"path.key" = "chess"\n"path.ply" = 0\n`);
const run = (more, examples) => new Promise((done) => spawn(tool, [
  ...more, "run", `${server.address}/api/openapi.json`,
  "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
  "--exclude-path", "/api/tables/{id}/live",
  "--max-examples", String(examples),
  "--header", `Authorization: Bearer ${made.body.token}`,
  "--request-timeout", "40", "--seed", process.env.SEED ?? "1", "--suppress-health-check", "all",
], { stdio: "inherit", env: { ...process.env, NO_COLOR: "1" } }).on("exit", done));
// Once about things that are mostly not there, once about a table that is.
const examples = Number(process.env.EXAMPLES ?? 300);
const codes = [await run([], examples), await run(["--config-file", config], examples)];
const health = await fetch(`${server.address}/health`).then((r) => r.status).catch(() => 0);
console.log(`health afterwards: ${health}`);
await server.stop();
process.exit(codes.some(Boolean) || health !== 200 ? 1 : 0);
