// People and tournaments in Chromium, task by task as a visitor does them; the clicks of each are counted and told.
// `node people.mjs [part of a test's name]`; SHOTS=folder keeps pictures at both sizes and in both schemes.
import assert from "node:assert/strict";
import { accessible, fresh as freshIn, launch, runAll, shot } from "./chromium.mjs";
import { start } from "./server.mjs";

const browser = await launch();
const server = process.env.ADDRESS ? { address: process.env.ADDRESS, stop() {} } : await start();
const fresh = (options) => freshIn(browser, options);
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

/** Clicks a visitor makes, counted. */
function counted(page) {
  let clicks = 0;
  return {
    async click(selector) { clicks += 1; await page.click(selector); },
    get clicks() { return clicks; },
  };
}

/** Pictures of a page at both sizes and in both schemes. */
async function pictures(page, name) {
  for (const [size, viewport] of [["phone", PHONE], ["desk", DESK]]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await shot(page, `${name}-${size}-${colorScheme}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${name} is ${wide} px wider than a ${size}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(DESK);
}

const ask = async (path, method = "GET", body = undefined, key = "") => {
  const answer = await fetch(server.address + path, { method, headers: { "content-type": "application/json", authorization: `Bearer ${key}` }, body: body && JSON.stringify(body) });
  return answer.json();
};
const text = (page, selector) => page.textContent(selector);
const until = (page, selector, words) => page.waitForFunction(([s, w]) => document.querySelector(s)?.textContent.includes(w), [selector, words], { timeout: 120000 });

const tests = {
  async "start a Swiss of four computers"() {
    const page = await fresh();
    await page.goto(server.address);
    const visitor = counted(page);
    await visitor.click(".foot a[href='/tournaments']");
    await page.waitForSelector("a[href='/tournaments/new?who=computers']");
    await accessible(page, "tournaments");
    await visitor.click("a[href='/tournaments/new?who=computers']");
    await page.waitForFunction(() => [...document.querySelectorAll(".level")].filter((i) => i.value === "1").length === 4);
    await pictures(page, "tournament-new");
    await accessible(page, "new tournament");
    // A small game, so that the script sees the end of it.
    await page.fill("#newgame", "Tic-Tac-Toe");
    await visitor.click("#go");
    await page.waitForSelector("#cross tr");
    assert.equal(await page.locator("#cross tr").count(), 4);
    await until(page, "#status", "Round 1 of 3");
    await pictures(page, "swiss-running");
    await until(page, "#status", "Won by");
    assert.equal(await page.locator("#cross tr").first().locator("td.cell").count(), 3);
    await page.click("#rounds button >> nth=0");
    await page.waitForFunction(() => document.querySelectorAll("#games li").length === 2);
    await pictures(page, "swiss-over");
    await accessible(page, "tournament");
    await page.goto(`${server.address}/tournaments`);
    await pictures(page, "tournaments");
    assert.equal(visitor.clicks, 3);
    console.log(`  ${visitor.clicks} clicks`);
    await page.context().close();
  },
  async "join a tournament from two browsers"() {
    const [one, two] = [await fresh(), await fresh()];
    const first = counted(one);
    await one.goto(`${server.address}/tournaments`);
    await first.click("a[href='/tournaments/new']");
    await one.fill("#newgame", "Tic-Tac-Toe");
    await one.fill("#who", "Anna");
    await first.click("#go");
    await one.waitForSelector("#begin");
    const address = one.url();
    const second = counted(two);
    await two.goto(`${server.address}/tournaments`);
    await second.click(".cups a.cupname >> nth=0");
    assert.equal(two.url(), address);
    await two.waitForSelector("#join:not([hidden])");
    await pictures(two, "join");
    await accessible(two, "tournament to join");
    await two.fill("#who", "Bert");
    await second.click("#join");
    await until(one, "#cross", "Bert");
    await pictures(one, "organiser");
    await first.click("#begin");
    // Both are brought to their board, and play it.
    for (const page of [one, two]) await page.waitForSelector("#board .spot", { timeout: 30000 });
    assert.equal(one.url(), two.url());
    const mover = async () => ((await one.locator("#board .spot.can").count()) > 0 ? one : two);
    for (const [n, place] of [[1, "b2"], [2, "a1"], [3, "a2"], [4, "c3"], [5, "c2"]]) {
      await Promise.any([one, two].map((p) => p.waitForSelector("#board .spot.can", { timeout: 20000, state: "attached" })));
      const page = await mover();
      await page.fill("#typedmove", place);
      await page.press("#typedmove", "Enter");
      for (const p of [one, two]) await p.waitForFunction((k) => document.querySelectorAll("#moves li").length >= k || /wins/.test(document.getElementById("status").textContent), n);
    }
    for (const page of [one, two]) await page.waitForFunction(() => /wins/.test(document.getElementById("status").textContent));
    await pictures(one, "tournament-game-over");
    await one.click("#tocup a");
    await until(one, "#status", "Won by");
    await one.click("#cross a >> nth=0");
    await one.waitForSelector(".history li");
    assert.match(await text(one, "main"), /1662/);
    await pictures(one, "profile");
    await accessible(one, "profile");
    assert.equal(first.clicks, 3);
    assert.equal(second.clicks, 2);
    console.log(`  ${first.clicks} clicks of the organiser, ${second.clicks} of whoever joins`);
    for (const page of [one, two]) await page.context().close();
  },
  async "a name goes to another browser by its key and by a password"() {
    const one = await fresh();
    await one.goto(`${server.address}/people`);
    await pictures(one, "people-stranger");
    await one.fill("#newname", "Clara");
    await one.click("#takename button");
    await until(one, "#you", "Clara");
    await one.click("#you summary");
    const key = await one.inputValue("#ownkey");
    assert.match(key, /^key-/);
    await one.fill("#setpassword input", "a long password");
    await one.click("#setpassword button");
    await until(one, "#setpassword", "was set");
    await pictures(one, "people-known");
    await accessible(one, "people");
    const two = await fresh();
    await two.goto(`${server.address}/people`);
    await two.click("#you summary");
    await accessible(two, "people, a stranger");
    await two.fill("#oldkey", key);
    await two.click("#bykey button");
    await until(two, "#you", "Clara");
    const three = await fresh();
    await three.goto(`${server.address}/people`);
    await three.click("#you summary");
    await three.fill("#bypassword input[type=text]", "clara");
    await three.fill("#bypassword input[type=password]", "wrong password");
    await three.click("#bypassword button");
    await until(three, "#bypassword", "not right");
    await three.fill("#bypassword input[type=password]", "a long password");
    await three.click("#bypassword button");
    await until(three, "#you", "Clara");
    for (const page of [one, two, three]) await page.context().close();
  },
  async "two find each other in the lobby"() {
    const [one, two] = [await fresh(), await fresh()];
    await one.goto(`${server.address}/lobby`);
    await accessible(one, "lobby");
    await one.fill("#game", "Hex");
    await one.waitForFunction(() => document.getElementById("game").dataset.key === "hex");
    await one.fill("#who", "Dora");
    const first = counted(one);
    await first.click("#seek .primary");
    await one.waitForSelector(".seeks li.own");
    await two.goto(`${server.address}/lobby`);
    await two.waitForSelector(".seeks li");
    await pictures(two, "lobby");
    await accessible(two, "lobby with a seek");
    await two.fill("#who", "Emil");
    const second = counted(two);
    await second.click(".seeks li button");
    for (const page of [one, two]) await page.waitForSelector("#board .spot", { timeout: 30000 });
    assert.equal(one.url(), two.url());
    await until(one, "#seats-far, #seats-near", "");
    assert.match(await text(one, "main"), /Emil/);
    assert.match(await text(two, "main"), /Dora/);
    await shot(one, "lobby-game");
    assert.equal(first.clicks + second.clicks, 2);
    // A seek goes with whoever looks for it.
    const three = await fresh();
    await three.goto(`${server.address}/lobby`);
    await three.fill("#who", "Frida");
    await three.click("#seek .primary");
    await three.waitForSelector(".seeks li.own button");
    await three.click(".seeks li.own button");
    await three.waitForSelector("#noseeks:not([hidden])");
    for (const page of [one, two, three]) await page.context().close();
  },
  async "people and tournaments are read without scripts"() {
    const page = await fresh({ javaScriptEnabled: false });
    for (const [path, words] of [["/people", /Tic-Tac-Toe/], ["/people/anna", /1662/], ["/tournaments", /Won by/], ["/lobby", /Open games/]]) {
      const answer = await page.goto(server.address + path);
      assert.equal(answer.status(), 200, path);
      assert.match(await text(page, "main"), words, path);
    }
    await page.click("a.button[href='/play/none']", { timeout: 100 }).catch(() => {});
    const list = await ask("/api/tournaments?state=over");
    await page.goto(`${server.address}/tournaments/${list.tournaments[0].id}`);
    assert.ok((await page.locator("#cross tr").count()) >= 2);
    await page.context().close();
  },
};

await runAll(tests, async () => {
  await browser.close();
  await server.stop();
});
