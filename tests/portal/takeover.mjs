// Two portals on one PostgreSQL database, in a real browser behind a proxy: the portal that has the table is killed with -9 in the
// middle of a game, and the page goes on by itself. Run it with `node takeover.mjs`; without PostgreSQL or Chromium it says so.
import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fresh, launch, open, plies, point, runAll, shot } from "./chromium.mjs";
import { freshFolder, program } from "./server.mjs";

const free = () => new Promise((done) => {
  const s = net.createServer().listen(0, "127.0.0.1", () => { const { port } = s.address(); s.close(() => done(port)); });
});

/** A PostgreSQL server on a folder of its own. It refuses to run as root. */
async function database() {
  const folders = [...(process.env.PATH ?? "").split(":"), ...(existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").map((v) => `/usr/lib/postgresql/${v}/bin`) : [])];
  const find = (name) => folders.map((f) => join(f, name)).find((p) => existsSync(p));
  const [initdb, postgres] = [find("initdb"), find("postgres")];
  if (!initdb || !postgres) {
    console.log("skipped: there is no PostgreSQL server here (initdb, postgres)");
    process.exit(0);
  }
  const folder = mkdtempSync(join(tmpdir(), "ludarium-postgres-"));
  const options = { cwd: "/", stdio: "ignore" };
  if (process.getuid() === 0) {
    const id = (flag) => Number(execFileSync("id", [flag, "postgres"]).toString());
    [options.uid, options.gid] = [id("-u"), id("-g")];
    chownSync(folder, options.uid, options.gid);
  }
  execFileSync(initdb, ["-D", join(folder, "data"), "-U", "ludarium", "--auth=trust"], options);
  const port = await free();
  const child = spawn(postgres, ["-D", join(folder, "data"), "-p", String(port), "-h", "127.0.0.1", "-k", folder], options);
  const url = `postgres://ludarium@127.0.0.1:${port}/postgres`;
  return { url, stop: () => child.kill("SIGINT") };
}

async function portal(url) {
  const port = await free();
  const args = ["serve", "--port", String(port), "--data", freshFolder(), "--rate", "0", "--database", url];
  const child = spawn(program, args, { stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 200; i++) {
    if (await fetch(`${address}/ready`).then((r) => r.ok, () => false)) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  return { address, port, child };
}

/** Passes bytes on to the first portal that takes them, as a proxy before a site does. */
async function proxy(ports) {
  const server = net.createServer((socket) => {
    const attempt = (i) => {
      if (i === ports.length) return socket.destroy();
      const up = net.connect(ports[i], "127.0.0.1");
      let there = false;
      up.on("connect", () => { there = true; socket.pipe(up).pipe(socket); });
      up.on("error", () => (there ? socket.destroy() : attempt(i + 1)));
      up.on("close", () => there && socket.destroy());
      socket.on("error", () => up.destroy());
      socket.on("close", () => up.destroy());
    };
    attempt(0);
  });
  const port = await new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));
  return { address: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

const browser = await launch();
const db = await database();
const [a, b] = [await portal(db.url), await portal(db.url)];
const front = await proxy([a.port, b.port]);

await runAll({
  "a game goes on by itself when the portal that has it is killed": async () => {
    const page = await fresh(browser);
    const made = await open(page, front.address, "hex", [{ who: "me", name: "Ann" }, { who: "me", name: "Bob" }]);
    const watching = await fresh(browser);
    await watching.goto(`${b.address}/play/${made.id}`);
    await point(page, "c3");
    await plies(page, 1);
    await plies(watching, 1);
    a.child.kill("SIGKILL");
    const killed = performance.now();
    // The page is not loaded again: what is clicked now is made as soon as another portal has the table.
    for (let i = 0; i < 40 && (await page.evaluate(() => document.querySelectorAll("#moves li").length)) < 2; i++) {
      await point(page, "f6");
      await page.waitForTimeout(400);
    }
    await plies(page, 2);
    console.log(`      the next move was made ${Math.round(performance.now() - killed)} ms after the kill`);
    await plies(watching, 2);
    await point(page, "d4");
    await plies(page, 3);
    await plies(watching, 3);
    await shot(page, "takeover");
    const events = await page.evaluate(() => document.querySelectorAll("#moves li").length);
    assert.equal(events, 3, "each move is made once");
  },
}, async () => {
  await browser.close();
  front.stop();
  for (const p of [a, b]) p.child.kill("SIGKILL");
  db.stop();
});
