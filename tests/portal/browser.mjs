// The portal in Chromium. `npm ci --ignore-scripts` here once, then `node browser.mjs [part of a test's name]`.
// SHOTS=folder keeps pictures of the main pages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accessible, fresh as freshIn, launch, middle, open as openAt, point, runAll, shot } from "./chromium.mjs";
import { freshFolder, start, post } from "./server.mjs";

const browser = await launch();
let server = await start();
const fresh = (options) => freshIn(browser, options);
const open = (page, game, seats, more) => openAt(page, server.address, game, seats, more);
const status = (page) => page.textContent("#status");

const tests = {
  async "search forgives slips and knows facets"() {
    const page = await fresh();
    await page.goto(`${server.address}/games`);
    await page.fill("#q", "tic tac tow");
    await page.waitForFunction(() => document.querySelectorAll("#cards .card").length >= 1 && /Tic-Tac-Toe/.test(document.querySelector("#cards .name").textContent));
    await page.fill("#q", "");
    await page.waitForFunction(() => document.querySelectorAll("#cards .card").length > 3);
    await shot(page, "games");
    await accessible(page, "games");
    await page.fill("#q", "zzzzzz");
    await page.waitForFunction(() => !document.getElementById("none").hidden);
    await page.context().close();
  },
  async "the pages of the five founding rulesets"() {
    const page = await fresh();
    for (const [id, title] of FOUNDING) {
      const answer = await page.goto(`${server.address}/id/DLP.GameRulesets.${id}`);
      assert.equal(answer.status(), 200, `ruleset ${id}`);
      const text = await page.textContent("main");
      assert.match(text, new RegExp(title));
      const order = ["Ruleset:", "Game", "Summary", "Rules", "Reconstruction Details", "Concepts", "Other Rulesets", "Identifiers"];
      const heads = await page.$$eval("main h1, main h2, main .ruleset", (es) => es.map((e) => e.textContent.trim()));
      let at = -1;
      for (const want of order) {
        const next = heads.findIndex((h, i) => i > at && h.startsWith(want));
        assert.ok(next > at, `${title}: "${want}" after ${heads[at]} in ${heads.join(" / ")}`);
        at = next;
      }
      assert.match(text, new RegExp(`DLP\\.GameRulesets\\.${id}`));
      if (id === 3823) { await shot(page, "ruleset"); await accessible(page, "ruleset"); }
    }
    await page.context().close();
  },
  async "a whole game against the computer"() {
    const page = await fresh();
    await page.goto(`${server.address}/games/tic-tac-toe`);
    await shot(page, "game");
    await accessible(page, "game");
    await page.click("#setup .primary");
    await page.waitForSelector("#board .spot");
    for (let turn = 0; turn < 6; turn++) {
      await page.waitForFunction(() => /your turn|wins|Draw/.test(document.getElementById("status").textContent));
      if (/wins|Draw/.test(await status(page))) break;
      const before = await page.locator("#moves li").count();
      await page.locator("#board .spot.can").first().click({ force: true });
      await page.waitForFunction((n) => document.querySelectorAll("#moves li").length > n, before);
    }
    assert.match(await status(page), /wins|Draw/);
    await shot(page, "play-over");
    await accessible(page, "play");
    // Looking back, and a branch.
    await page.click("#first");
    await page.waitForFunction(() => /Looking at move 0/.test(document.getElementById("status").textContent));
    await page.click("#next");
    await page.waitForFunction(() => /Looking at move 1/.test(document.getElementById("status").textContent));
    const old = page.url();
    await page.click("#branch");
    await page.waitForFunction((u) => location.href !== u && document.querySelector("#board .spot"), old);
    await page.context().close();
  },
  async "moves from place to place: click, drag, undo, redo, promotion"() {
    const page = await fresh();
    await open(page, "chess", [{ who: "me" }, { who: "me" }]);
    await point(page, "e2");
    await point(page, "e4");
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 1);
    const from = await middle(page, "e7");
    const to = await middle(page, "e5");
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 2);
    await shot(page, "play");
    await page.click("#undo");
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 1);
    await page.click("#redo");
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 2);
    await page.fill("#typedmove", "g1-f3");
    await page.press("#typedmove", "Enter");
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 3);
    await page.context().close();
  },
  async "two browsers, a restart in the middle, a watcher"() {
    const port = server.port;
    const one = await fresh();
    const made = await open(one, "tic-tac-toe", [{ who: "me", name: "Ann" }, { who: "friend", name: "Bob" }]);
    assert.match(await one.inputValue(".invite"), /#join=/);
    const link = await one.inputValue(".invite");
    const two = await fresh();
    await two.goto(link);
    await two.waitForFunction(() => document.querySelectorAll("#board .spot").length === 9);
    const three = await fresh();
    await three.goto(`${server.address}/play/${made.id}`);
    await three.waitForFunction(() => document.querySelectorAll("#board .spot").length === 9);
    await one.waitForFunction(() => /your turn/.test(document.getElementById("status").textContent));
    assert.equal(await three.locator("#board .spot.can").count(), 0, "a watcher has no choices");
    await point(one, "b2");
    await two.waitForFunction(() => /your turn/.test(document.getElementById("status").textContent));
    await three.waitForFunction(() => document.querySelectorAll("#moves li").length === 1);
    await shot(two, "live");
    await server.kill();
    await one.waitForFunction(() => !document.getElementById("lost").hidden);
    server = await start({ data: server.data, port });
    await two.waitForFunction(() => document.getElementById("lost").hidden, null, { timeout: 20000 });
    await point(two, "a1");
    await one.waitForFunction(() => document.querySelectorAll("#moves li").length === 2 && /your turn/.test(document.getElementById("status").textContent), null, { timeout: 20000 });
    await point(one, "a2");
    await two.waitForFunction(() => document.querySelectorAll("#moves li").length === 3);
    await point(two, "a3");
    await one.waitForFunction(() => document.querySelectorAll("#moves li").length === 4);
    await point(one, "c2");
    for (const page of [one, two, three]) await page.waitForFunction(() => /Ann wins/.test(document.getElementById("status").textContent));
    for (const page of [one, two, three]) await page.context().close();
  },
  async "the editor's error, its fix, and a text that is kept"() {
    const page = await fresh();
    await page.goto(`${server.address}/editor`);
    await page.waitForFunction(() => /can be played/.test(document.getElementById("verdict").textContent));
    const good = await page.inputValue("#text");
    await page.fill("#text", good.replace("(is Line 3)", "(is Lime 3)"));
    await page.waitForFunction(() => document.querySelectorAll("#problems li").length > 0);
    assert.match(await page.textContent("#problems"), /Line/);
    assert.ok(await page.locator("#shadow .err").count() > 0);
    await shot(page, "editor");
    await accessible(page, "editor");
    await page.reload();
    assert.match(await page.inputValue("#text"), /is Lime 3/);
    // Completion: a ludeme, a definition, a word.
    await page.fill("#text", "");
    await page.waitForFunction(async () => (await (await fetch("/api/ludemes")).json()).words.length > 10);
    for (const [typed, wanted] of [["(equip", "(equipment"], ["(forEach Pi", "(forEach Piece"], ["(move Slide Orthog", "(move Slide Orthogonal"]]) {
      await page.fill("#text", "");
      await page.focus("#text");
      await page.keyboard.type(typed, { delay: 10 });
      await page.waitForFunction(() => !document.getElementById("complete").hidden);
      await page.keyboard.press("Enter");
      assert.equal(await page.inputValue("#text"), wanted);
    }
    await page.fill("#text", good.replace("(is Line 3)", "(is Lime 3)"));
    await page.waitForFunction(() => document.querySelectorAll("#problems li").length > 0);
    await page.fill("#text", good.replace("(square 3)", "(square 4)"));
    await page.waitForFunction(() => /can be played/.test(document.getElementById("verdict").textContent));
    await page.click("#play");
    await page.waitForSelector("#board .spot");
    assert.equal(await page.locator("#board .spot").count(), 16);
    await page.locator("#board .spot.can").first().click({ force: true });
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 1);
    await page.context().close();
  },
  async "a description that never ends costs nobody else anything"() {
    const text = `(game "Bomb" (players 2) (equipment {(board (square 30)) (piece "Disc" Each)}) (rules (play (forEach Site (sites Board) (forEach Site (sites Board) (forEach Site (sites Board) (move Add (to (sites Empty)))))))  (end (if (is Line 3) (result Mover Win)))))`;
    const begun = performance.now();
    const bomb = post(server.address, "/api/check", { text });
    const health = await fetch(`${server.address}/health`);
    assert.equal(health.status, 200);
    const answer = await bomb;
    assert.equal(answer.body.playable, false, JSON.stringify(answer.body).slice(0, 300));
    assert.ok(performance.now() - begun < 15000);
    assert.equal((await fetch(`${server.address}/`)).status, 200);
  },
  async "a game with the keyboard alone"() {
    const page = await fresh();
    await open(page, "tic-tac-toe", [{ who: "me" }, { who: "me" }]);
    await page.waitForFunction(() => /to move/.test(document.getElementById("status").textContent));
    // To the board by Tab.
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement.classList.contains("spot"))) break;
    }
    assert.ok(await page.evaluate(() => document.activeElement.classList.contains("spot")), "Tab reaches the board");
    const here = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    const go = async (name) => {
      for (let i = 0; i < 6; i++) {
        const at = await here();
        if (at.startsWith(`${name},`)) return;
        const [c, r] = [at.charCodeAt(0), Number(at[1])];
        if (c < name.charCodeAt(0)) await page.keyboard.press("ArrowRight");
        else if (c > name.charCodeAt(0)) await page.keyboard.press("ArrowLeft");
        else await page.keyboard.press(r < Number(name[1]) ? "ArrowUp" : "ArrowDown");
      }
      assert.fail(`${name} was not reached: ${await here()}`);
    };
    let n = 0;
    for (const name of ["a1", "a2", "b1", "b2", "c1"]) {
      await go(name);
      await page.keyboard.press("Enter");
      n += 1;
      await page.waitForFunction((n) => document.querySelectorAll("#moves li").length === n, n);
    }
    assert.match(await status(page), /wins/);
    await page.keyboard.press("n");
    assert.match(await page.textContent("#speak"), /(N|E|S|W)\w*: /);
    await page.context().close();
  },
  async "what is known about games: concepts, games alike, the map, a verdict"() {
    const page = await fresh();
    // Games come onto the map as the server has looked at them.
    for (let i = 0; i < 60; i++) {
      await page.goto(`${server.address}/map/games`);
      if (await page.locator(".library circle").count() > 50) break;
      await page.waitForTimeout(2000);
    }
    assert.ok(await page.locator(".library circle").count() > 50, "dots on the map");
    await page.goto(`${server.address}/games/chess/similar`);
    assert.ok(await page.locator(".alike li").count() >= 5, "games like chess");
    await shot(page, "similar");
    await accessible(page, "similar");
    await page.goto(`${server.address}/map/games`);
    await shot(page, "map");
    await accessible(page, "map");
    await page.goto(`${server.address}/concepts`);
    await page.fill("#q", "Hop and not Dice and NumPlayers = 2");
    await page.press("#q", "Enter");
    await page.waitForSelector("ul.cards li");
    assert.ok(await page.locator("ul.cards li").count() > 3);
    await accessible(page, "concepts");
    await page.goto(`${server.address}/concepts?q=${encodeURIComponent("Hop and (")}`);
    assert.match(await page.textContent("[role=alert]"), /character/);
    await page.goto(`${server.address}/games/tic-tac-toe/verdict`);
    await page.click("button.primary");
    await page.waitForSelector("table");
    assert.match(await page.textContent(".status"), /sound|playable|doubtful/);
    await shot(page, "verdict");
    await accessible(page, "verdict");
    await page.goto(`${server.address}/id/DLP.GameRulesets.3823`);
    await page.click("text=Browse all concepts");
    await page.waitForFunction(() => /Concepts of Sfenj \(Ludii 11\)/.test(document.querySelector("h1").textContent));
    assert.ok(await page.locator("table tbody tr").count() > 40);
    await page.context().close();
  },
  async "a game with dice: hint, analysis, a branch that keeps what was thrown"() {
    const page = await fresh();
    await open(page, "royal-game-of-ur", [{ who: "me" }, { who: "me" }]);
    for (let n = 1; n <= 6; n++) {
      await page.waitForFunction(() => /to move/.test(document.getElementById("status").textContent));
      await page.click("#legalbox summary");
      await page.locator("#legal button").first().click();
      await page.waitForFunction((n) => document.querySelectorAll("#moves li").length === n, n);
      await page.click("#legalbox summary");
    }
    await page.click("#hint");
    await page.waitForFunction(() => /Hint/.test(document.getElementById("notes").textContent), null, { timeout: 20000 });
    await page.click("#analyse");
    await page.waitForFunction(() => /%/.test(document.getElementById("bartext").textContent), null, { timeout: 20000 });
    await shot(page, "dice");
    const moves = await page.$$eval("#moves li", (es) => es.map((e) => e.textContent));
    const old = page.url();
    await page.locator("#moves li button").nth(4).click();
    await page.waitForFunction(() => /Looking at move 5/.test(document.getElementById("status").textContent));
    await page.click("#branch");
    await page.waitForFunction((u) => location.href !== u && document.querySelectorAll("#moves li").length === 5, old);
    assert.deepEqual(await page.$$eval("#moves li", (es) => es.map((e) => e.textContent)), moves.slice(0, 5));
    await page.context().close();
  },
  async "my games: list, save, open again, erase"() {
    const page = await fresh();
    page.on("dialog", (d) => d.accept());
    await open(page, "chess", [{ who: "me" }, { who: "me" }]);
    await page.fill("#typedmove", "e2-e4");
    await page.press("#typedmove", "Enter");
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 1);
    await page.goto(`${server.address}/tables`);
    await page.waitForFunction(() => /1 move/.test(document.getElementById("mine").textContent));
    await shot(page, "mine");
    await accessible(page, "my games");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
    const file = join(freshFolder(), "games.json");
    await download.saveAs(file);
    assert.match(readFileSync(file, "utf8"), /e2-e4/);
    await page.setInputFiles("#load", file);
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 1);
    await page.goto(`${server.address}/tables`);
    await page.waitForFunction(() => document.querySelectorAll("#mine li").length === 2);
    await page.click("#eraseall");
    await page.waitForFunction(() => document.querySelectorAll("#mine li").length === 0);
    assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((k) => k.startsWith("ludarium-seats")).length), 0);
    await page.context().close();
  },
  async "ludemes: search and a page"() {
    const page = await fresh();
    await page.goto(`${server.address}/ludemes`);
    await accessible(page, "ludemes");
    await page.fill("#q", "is lnie");
    await page.waitForFunction(() => document.querySelector("#list li code")?.textContent === "(is Line …)");
    await shot(page, "ludemes");
    await page.click("#list li a");
    await page.waitForSelector("pre.code");
    await shot(page, "ludeme");
    await accessible(page, "ludeme");
    await page.context().close();
  },
  async "phone width, dark, without motion"() {
    const page = await fresh({ viewport: { width: 390, height: 800 }, colorScheme: "dark", reducedMotion: "reduce", isMobile: true, hasTouch: true });
    for (const [path, name] of [["/", "phone-games"], ["/games/chess", "phone-game"], ["/editor", "phone-editor"], ["/games/chess/similar", "phone-similar"], ["/map/games", "phone-map"], ["/concepts", "phone-concepts"], ["/tables", "phone-tables"], ["/ludemes", "phone-ludemes"], ["/games/chess/concepts", "phone-chess-concepts"], ["/help", "phone-help"]]) {
      await page.goto(server.address + path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 391, `${path} is ${wide} wide`);
      await shot(page, name);
    }
    await open(page, "chess", [{ who: "me" }, { who: "computer", level: 0 }]);
    await page.waitForTimeout(300);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 391);
    await accessible(page, "play, dark");
    for (const name of ["d2", "d4"]) {
      const { x, y } = await middle(page, name);
      await page.touchscreen.tap(x, y);
    }
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length >= 1);
    await shot(page, "phone-play");
    await page.context().close();
  },
  async "first paint costs less than 200 kB"() {
    const page = await fresh();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Network.enable");
    let bytes = 0;
    cdp.on("Network.loadingFinished", (e) => (bytes += e.encodedDataLength));
    await page.goto(server.address, { waitUntil: "networkidle" });
    console.log(`    ${Math.round(bytes / 1000)} kB over the wire`);
    assert.ok(bytes < 200_000, `${bytes} bytes`);
    await page.context().close();
  },
};
const FOUNDING = [[3823, "Sfenj"], [4090, "Shakhmaty"], [2899, "Samantsy"], [3326, "Seven-Fang"], [3865, "Shatranj al-Jawarhiya"]];

await runAll(tests, async () => {
  await browser.close();
  await server.stop();
});
