// The JSON interface against its own description: thousands of requests made up from /api/openapi.json. Needs
// schemathesis (python3 -m venv V && V/bin/pip install schemathesis; SCHEMATHESIS=V/bin/schemathesis). EXAMPLES (300) a
// path. No answer may be a fault of the server, and every answer must be one that the description names.
import { spawnSync } from "node:child_process";
import { post, start } from "./server.mjs";

const tool = process.env.SCHEMATHESIS ?? "schemathesis";
if (spawnSync(tool, ["--version"]).status !== 0) {
  console.log("skipped: no schemathesis (python3 -m venv V && V/bin/pip install schemathesis, then SCHEMATHESIS=V/bin/schemathesis)");
  process.exit(0);
}
const server = await start();
// Something that is there, so that not every request is about nothing.
const made = await post(server.address, "/api/tables", { game: "reversi", seats: [] });
const run = spawnSync(tool, [
  "run", `${server.address}/api/openapi.json`,
  "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
  "--exclude-path", "/api/tables/{id}/live",
  "--max-examples", process.env.EXAMPLES ?? "300",
  "--header", `Authorization: Bearer ${made.body.token}`,
  "--request-timeout", "40", "--seed", process.env.SEED ?? "1", "--suppress-health-check", "all",
], { stdio: "inherit", env: { ...process.env, NO_COLOR: "1" } });
const health = await fetch(`${server.address}/health`).then((r) => r.status).catch(() => 0);
console.log(`health afterwards: ${health}`);
await server.stop();
process.exit(run.status || (health === 200 ? 0 : 1));
