// At the table, in Chromium: clicks go where something is drawn, the board turns to the player, choices are asked at the
// board, and what is hidden stays so. `node table.mjs [part of a test's name]`; SHOTS=folder keeps pictures.
import assert from "node:assert/strict";
import { accessible, fresh as freshIn, launch, middle, open as openAt, plies, point, runAll, shot, spot } from "./chromium.mjs";
import { keyMove, listen, transcript } from "./keys.mjs";
import { get, post, start } from "./server.mjs";

const browser = await launch();
const server = await start();
const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const fresh = (options = DESK) => freshIn(browser, options);
const open = (page, game, seats, more) => openAt(page, server.address, game, seats, more);
const both = [{ who: "me", name: "Ann" }, { who: "me", name: "Bob" }];
const state = async (made) => (await get(server.address, `/api/tables/${made.id}`, made.token)).body;
const status = (page) => page.textContent("#status");
const settled = (page, ply) => page.waitForFunction((n) => Number(document.getElementById("table").dataset.ply) >= n, ply);

const tests = {
  async "a click at the middle of each edge draws it"() {
    const page = await fresh();
    const made = await open(page, "dots-and-boxes", both);
    const { scene } = await state(made);
    let n = 0;
    for (const choice of scene.choices.slice(0, 12)) {
      const e = page.locator(`#board .spot[data-key="${choice.to}"]`);
      const p = await e.evaluate((e) => { const [x, y] = e.getAttribute("data-at").split(" ").map(Number); const q = new DOMPoint(x, y).matrixTransform(e.getScreenCTM()); return { x: q.x, y: q.y }; });
      await page.mouse.click(p.x, p.y);
      n += 1;
      await plies(page, n);
    }
    assert.deepEqual((await state(made)).table.moves.map((m) => m[1]), scene.choices.slice(0, 12).map((c) => c.name));
    await shot(page, "edges");
    await page.context().close();
  },
  async "every disc of a column takes the column's uppermost disc"() {
    const page = await fresh();
    const made = await open(page, "backgammon", both);
    for (let ply = 0; ply < 6; ply++) {
      const { scene, table } = await state(made);
      const choice = scene.choices.find((c) => c.from && c.to);
      if (!choice) {
        await page.locator("#said button").first().click();
        await settled(page, table.ply + 1);
        continue;
      }
      const discs = await page.locator(`#board .standing[data-key="${choice.from}"] .piece`).all();
      assert.ok(discs.length >= 1, "discs are drawn one by one");
      // The lowest disc is drawn as far away from the uppermost as the column is high.
      const box = await discs[0].boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      assert.equal(await page.locator("#board .pick").count(), 1, `${choice.from} is chosen by its lowest disc`);
      const to = await page.locator(`#board .spot[data-key="${choice.to}"]`).evaluate((e) => { const [x, y] = e.getAttribute("data-at").split(" ").map(Number); const q = new DOMPoint(x, y).matrixTransform(e.getScreenCTM()); return { x: q.x, y: q.y }; });
      await page.mouse.click(to.x, to.y);
      const asked = page.locator(`#chooser button[data-name="${choice.name}"]`);
      if (await asked.count() && await asked.isVisible()) await asked.click();
      await settled(page, table.ply + 1);
    }
    await shot(page, "columns");
    await page.context().close();
  },
  async "the second player sees the board from the other side, and can turn it"() {
    const one = await fresh();
    await open(one, "chess", [{ who: "me", name: "Ann" }, { who: "friend", name: "Bob" }]);
    const link = await one.inputValue(".invite");
    const two = await fresh();
    await two.goto(link);
    await two.waitForFunction(() => document.getElementById("table").dataset.version !== undefined && /Bob/.test(document.getElementById("seats-near").textContent));
    const height = async (page, name) => (await middle(page, name)).y;
    assert.ok((await height(one, "e2")) > (await height(one, "e7")), "White sees rank 2 below");
    assert.ok((await height(two, "e7")) > (await height(two, "e2")), "Black sees rank 7 below");
    // Pieces stand upright on a turned board: a king's cross is above its foot.
    const upright = await two.evaluate(() => [...document.querySelectorAll("#board .standing use")].every((u) => { const m = u.getScreenCTM(); return m.d > 0 && m.a > 0; }));
    assert.ok(upright, "pieces are upright");
    await point(one, "e2");
    await point(one, "e4");
    await plies(two, 1);
    await two.waitForFunction(() => /your turn/.test(document.getElementById("status").textContent));
    await point(two, "e7");
    await point(two, "e5");
    await plies(two, 2);
    await shot(two, "turned");
    await two.click("#flip");
    assert.ok((await height(two, "e2")) > (await height(two, "e7")), "turned again");
    await two.keyboard.press("Tab");
    for (const page of [one, two]) await page.context().close();
  },
  async "pieces that only differ by the way they point are turned"() {
    const page = await fresh();
    await open(page, "shogi", both);
    const turns = await page.evaluate(() => ["1", "2"].map((owner) => [...document.querySelectorAll(`#board .piece[data-owner="${owner}"] use`)].map((u) => Math.sign(u.getScreenCTM().d))));
    assert.ok(turns[0].length > 10 && turns[0].every((d) => d === 1), "Black's pieces point up");
    assert.ok(turns[1].length > 10 && turns[1].every((d) => d === -1), "White's pieces point down");
    const thumb = await (await fetch(`${server.address}/thumb/shogi.svg`)).text();
    assert.ok(thumb.split("rotate(180)").length > 20, "on the game's picture too");
    await shot(page, "shogi");
    await page.context().close();
  },
  async "a pawn at the end asks at the board what it becomes"() {
    const page = await fresh();
    const made = await open(page, "chess", both);
    const steps = [["a2", "a4"], ["b7", "b5"], ["a4", "b5"], ["a7", "a6"], ["b5", "a6"], ["h7", "h6"], ["a6", "a7"], ["h6", "h5"], ["a7", "b8"]];
    for (const [i, [from, to]] of steps.entries()) {
      await point(page, from);
      await point(page, to);
      if (i < steps.length - 1) await settled(page, i + 1);
    }
    await page.waitForSelector("#chooser:not([hidden]) button[data-name]");
    const box = await page.locator("#chooser").boundingBox();
    const at = await middle(page, "b8");
    assert.ok(Math.abs(box.x + box.width / 2 - at.x) < 320 && box.y < at.y + 200, "the question is beside the pawn");
    await shot(page, "promotion");
    await page.locator("#chooser button", { hasText: /queen/i }).first().click();
    await page.waitForFunction(() => /queen/i.test(document.querySelector('#board .spot[aria-label^="b8,"]').getAttribute("aria-label")));
    assert.ok((await state(made)).table.ply >= 9);
    await page.context().close();
  },
  async "one click places what a hand holds"() {
    const page = await fresh();
    await open(page, "nine-mens-morris", both);
    const target = await page.locator("#board .spot.can").evaluateAll((list) => list.map((e) => e.getAttribute("aria-label")).find((l) => !/hand/.test(l)));
    assert.ok(target, "an empty point can be chosen at once");
    await point(page, target.split(",")[0]);
    await plies(page, 1);
    await page.context().close();
  },
  async "moves that only differ by what they cover are told apart by it"() {
    const page = await fresh();
    const made = await open(page, "cram", both);
    await point(page, "b2");
    const texts = await page.locator("#chooser button[data-name]").allTextContents();
    assert.deepEqual(texts.sort(), ["b2 and b3", "b2 and c2"]);
    await page.locator("#chooser button", { hasText: "b2 and c2" }).hover();
    assert.equal(await page.locator("#board .hintmark").count(), 2, "shown on the board while it is pointed at");
    await page.locator("#chooser button", { hasText: "b2 and c2" }).click();
    await settled(page, 1);
    const { scene } = await state(made);
    assert.equal(scene.sites.length, 2);
    assert.match(await spot(page, "c2").getAttribute("aria-label"), /square/);
    await page.context().close();
  },
  async "the rules are beside the board, as on the game's page"() {
    for (const options of [DESK, PHONE]) {
      const page = await fresh(options);
      await open(page, "oware", both);
      if (await page.locator("#rulespanel").isHidden()) await page.click("#rulestoggle");
      await page.waitForFunction(() => document.querySelectorAll("#rules p").length > 3);
      const shown = await page.evaluate(() => [...document.querySelectorAll("#rules p, #rules li")].map((e) => e.textContent.replace(/\s+/g, " ").trim()).join(" "));
      const told = await page.evaluate(async () => {
        const text = await (await fetch("/games/oware")).text();
        const rules = new DOMParser().parseFromString(text, "text/html").querySelector(".rules");
        return [...rules.querySelectorAll("p, li")].map((e) => e.textContent.replace(/\s+/g, " ").trim()).join(" ");
      });
      assert.equal(shown, told);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= options.viewport.width + 1, "nothing sticks out");
      await page.context().close();
    }
  },
  async "the board fits the window"() {
    for (const options of [DESK, PHONE]) {
      const page = await fresh(options);
      for (const game of ["chess", "shogi", "backgammon", "oware", "hex", "go"]) {
        const answer = await get(server.address, `/api/games/${game}`);
        if (answer.status !== 200) continue;
        await open(page, game, both);
        const box = await page.locator("#board").boundingBox();
        assert.ok(box.y + box.height <= options.viewport.height + 1, `${game} ends at ${Math.round(box.y + box.height)} of ${options.viewport.height}`);
        assert.ok(box.x >= 0 && box.x + box.width <= options.viewport.width + 1, `${game} is as wide as the window`);
        await shot(page, `fits-${game}-${options.viewport.width}`);
      }
      await page.context().close();
    }
  },
  async "dragging takes a piece along and lets go cleanly"() {
    const page = await fresh();
    await open(page, "chess", both);
    const [from, wrong, to] = [await middle(page, "e2"), await middle(page, "e6"), await middle(page, "e4")];
    for (const [end, n] of [[wrong, 0], [to, 1]]) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + end.x) / 2, (from.y + end.y) / 2, { steps: 3 });
      assert.equal(await page.locator("#board .dragged > *").count(), 1, "the piece goes along");
      await page.mouse.move(end.x, end.y, { steps: 3 });
      await page.mouse.up();
      await plies(page, n);
      assert.equal(await page.locator("#board .dragged > *").count(), 0);
      assert.equal(await page.locator("#board [opacity]").count(), 0);
      assert.equal(await page.locator("#board .pick").count(), 0);
    }
    await page.context().close();
  },
  async "a puzzle takes digits, and small ones by pencil"() {
    const page = await fresh();
    const made = await open(page, "sudoku", [{ who: "me", name: "Ann" }]);
    const { scene } = await state(made);
    const key = scene.choices.find((c) => c.to).to;
    const here = scene.choices.filter((c) => c.to === key);
    const value = /(\d+)$/.exec(here[0].name)[1];
    const e = page.locator(`#board .spot[data-key="${key}"]`);
    await e.focus();
    await page.keyboard.press("Shift+Digit1");
    assert.match(await e.getAttribute("aria-label"), /pencilled 1/);
    await page.keyboard.press("Shift+Digit1");
    assert.doesNotMatch(await e.getAttribute("aria-label"), /pencilled/);
    await page.keyboard.press(`Digit${value}`);
    await settled(page, 1);
    await shot(page, "puzzle");
    await page.context().close();
  },
  async "offers, signs, resigning and playing again, with a friend and a watcher"() {
    const one = await fresh();
    const made = await open(one, "tic-tac-toe", [{ who: "me", name: "Ann" }, { who: "friend", name: "Bob" }]);
    const two = await fresh();
    await two.goto(await one.inputValue(".invite"));
    await two.waitForFunction(() => /Bob/.test(document.getElementById("seats-near").textContent));
    const three = await fresh();
    await three.goto(`${server.address}/play/${made.id}`);
    await one.waitForFunction(() => /1 watcher/.test(document.getElementById("watchers").textContent));
    await one.waitForFunction(() => /your turn/.test(document.getElementById("status").textContent));
    const reads = async (page, id, pattern) => {
      const found = await page.waitForFunction(([id, source]) => new RegExp(source).test(document.getElementById(id).textContent), [id, pattern.source], { timeout: 8000 }).catch(() => null);
      assert.ok(found, `#${id} says "${await page.textContent(`#${id}`)}", wanted ${pattern}; status "${await status(page)}"`);
    };
    for (const page of [one, two]) page.on("dialog", (d) => d.accept());
    await point(one, "b2");
    await two.waitForFunction(() => /your turn/.test(document.getElementById("status").textContent));
    await one.click("#draw");
    await reads(one, "offer", /You offer a draw/);
    await reads(two, "offer", /Ann.* offers a draw/);
    assert.equal(await three.locator("#offer button").count(), 0, "a watcher has nothing to answer");
    await two.click("#offer button:has-text('Decline')");
    await reads(one, "signs", /declin/i);
    await point(two, "a1");
    await plies(one, 2);
    await two.click("#undo");
    await reads(one, "offer", /Bob.* asks to undo/);
    await one.click("#offer button:has-text('Accept')");
    await plies(two, 1);
    await two.context().setOffline(true);
    await two.evaluate(() => dispatchEvent(new Event("pagehide")));
    await one.waitForFunction(() => /away/.test(document.getElementById("seats-far").textContent));
    await two.context().setOffline(false);
    await two.reload();
    await one.waitForFunction(() => !/away/.test(document.getElementById("seats-far").textContent));
    await two.click("#resign");
    for (const page of [one, two, three]) await reads(page, "status", /Ann.* wins|Bob.* resign/);
    await one.click("#rematch");
    await reads(two, "offer", /Ann.* wants to play again/);
    const old = one.url();
    await two.click("#offer button:has-text('Accept')");
    for (const page of [one, two]) await page.waitForFunction((u) => location.href !== u && document.getElementById("table")?.dataset.version !== undefined, old);
    assert.equal(one.url(), two.url());
    // Sides are exchanged.
    await two.waitForFunction(() => /your turn/.test(document.getElementById("status").textContent));
    for (const page of [one, two, three]) await page.context().close();
  },
  async "after a swap seats, colours and the winner follow the person"() {
    const page = await fresh();
    const made = await open(page, "hex", both);
    const play = async (name) => {
      const { table } = await state(made);
      const done = await post(server.address, `/api/tables/${made.id}/moves`, { ply: table.ply, name }, made.token);
      assert.equal(done.status, 200, `${name}: ${JSON.stringify(done.body)}`);
    };
    const colours = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".seat")].map((s) => [/Ann|Bob/.exec(s.textContent)[0], s.querySelector(".swatch").style.background])));
    const before = await colours();
    await play((await state(made)).scene.choices[12].name);
    const swap = page.locator("#said button", { hasText: /swap/i });
    await swap.first().click();
    await settled(page, 2);
    const after = await colours();
    assert.equal(after.Ann, before.Bob, "Ann has the other colour now");
    assert.equal(after.Bob, before.Ann);
    // Whoever is to move fills a whole line; the other plays elsewhere.
    const lines = await state(made);
    assert.match(lines.table.status, /Ann|Bob/);
    await page.context().close();
  },
  async "what a screen reader is told: puzzle, simultaneous, hidden"() {
    const puzzle = await fresh();
    await open(puzzle, "sudoku", [{ who: "me", name: "Ann" }]);
    const solved = await transcript(puzzle, 3);
    assert.match(solved, /which number|moves fit|[a-i][1-9]/);
    assert.doesNotMatch(solved, /undefined|NaN|null|\[object/, solved);
    await puzzle.context().close();
    const one = await fresh();
    await open(one, "rock-paper-scissors", [{ who: "me", name: "Ann" }, { who: "friend", name: "Bob" }]);
    const two = await fresh();
    await two.goto(await one.inputValue(".invite"));
    await two.waitForFunction(() => document.getElementById("table").dataset.version !== undefined && /Bob/.test(document.getElementById("seats-near").textContent));
    const [first, second] = [await listen(one), await listen(two)];
    assert.ok(await keyMove(one), "a choice by keys");
    await one.waitForFunction(() => /You chose/.test(document.getElementById("status").textContent));
    const told = (await second()).join("\n") + (await two.textContent("main"));
    const own = /You chose ([^;]+);/.exec(await status(one))[1];
    assert.ok(!told.includes(own), `the other is not told "${own}"`);
    assert.match((await first()).join("\n"), /You chose .*waiting/);
    assert.ok(await keyMove(two));
    await one.waitForFunction(() => /wins|draw|Draw|to move|choose/i.test(document.getElementById("status").textContent) && !/You chose/.test(document.getElementById("status").textContent));
    for (const page of [one, two]) await page.context().close();
    // A piece steps where the other cannot see it, and the umpire says so.
    const text = `(game "Hidden Steps" (players 2) (equipment {(board (square 4)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))}) (rules (start {(place "Disc1" {0}) (place "Disc2" {15}) (set Hidden at:15 to:P1)}) (play (forEach Piece (then (if (is Mover P2) (and (note "stepped" to:P1) (set Hidden at:(last To) to:P1)))))) (end (if (no Moves Next) (result Mover Win)))))`;
    const written = await post(server.address, "/api/written", { text });
    assert.ok(written.body.id, JSON.stringify(written.body));
    const seer = await fresh();
    await openAt(seer, server.address, undefined, [{ who: "me", name: "Ann" }, { who: "friend", name: "Bob" }], { written: written.body.id });
    const mover = await fresh();
    await mover.goto(await seer.inputValue(".invite"));
    await mover.waitForFunction(() => document.getElementById("table").dataset.version !== undefined && /Bob/.test(document.getElementById("seats-near").textContent));
    const heard = await listen(seer);
    await seer.waitForFunction(() => /your turn/.test(document.getElementById("status").textContent));
    assert.ok(await keyMove(seer), "a move by keys");
    await mover.waitForFunction(() => /your turn/.test(document.getElementById("status").textContent));
    assert.ok(await keyMove(mover), "the hidden move by keys");
    await seer.waitForFunction(() => document.querySelectorAll("#moves li").length === 2);
    const made = await mover.textContent("#moves li:last-child");
    const whole = (await heard()).join("\n") + (await seer.evaluate(() => [...document.querySelectorAll("#board .spot")].map((e) => e.getAttribute("aria-label")).join("\n")));
    assert.match(whole, /stepped/, "the umpire's word is told");
    assert.doesNotMatch(whole, /undefined|NaN|\[object/);
    assert.ok(!whole.includes(made.replace(/^\S+ /, "")), `nothing is told of "${made}"`);
    for (const page of [seer, mover]) await page.context().close();
  },
  async "twenty pages without findings of axe, light and dark"() {
    const pages = ["/", "/games?q=chess", "/games/chess", "/games/oware", "/games/shogi/concepts", "/games/chess/similar", "/games/hex/verdict", "/concepts", "/map/games", "/map", "/tables", "/ludemes", "/editor", "/help", "/reconstruct", "/id/DLP.GameRulesets.3823"];
    const tables = ["chess", "backgammon", "sudoku", "nine-mens-morris"];
    for (const colorScheme of ["light", "dark"]) {
      const page = await fresh({ ...DESK, colorScheme });
      const faults = [];
      const look = (name) => accessible(page, `${name}, ${colorScheme}`).catch((e) => faults.push(String(e.message).slice(0, 700)));
      for (const path of pages) {
        await page.goto(server.address + path);
        await look(path);
      }
      for (const game of tables) {
        const players = (await get(server.address, `/api/games/${game}`)).body.facts.players;
        await open(page, game, both.slice(0, players));
        await page.waitForTimeout(200);
        await look(`table of ${game}`);
      }
      assert.deepEqual(faults, []);
      await page.context().close();
    }
  },
};

await runAll(tests, async () => {
  await browser.close();
  await server.stop();
});
