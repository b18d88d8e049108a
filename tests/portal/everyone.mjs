// The table for everyone, in Chromium: every action by keyboard alone, what those who listen are told during a game of each
// kind (compared with transcripts/; BLESS=1 writes them), and why something cannot be done, by clicking, dragging, keys
// and typing. `node everyone.mjs [part of a test's name]`.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fresh as freshIn, launch, middle, open as openAt, plies, point, runAll, spot } from "./chromium.mjs";
import { keyMove, listen, press, tabTo, toBoard, transcript } from "./keys.mjs";
import { get, post, start } from "./server.mjs";

const browser = await launch();
const server = await start();
const fresh = () => freshIn(browser, { viewport: { width: 1280, height: 800 } });
const open = (page, game, seats, more) => openAt(page, server.address, game, seats, more);
const both = [{ who: "me", name: "Ann" }, { who: "me", name: "Bob" }];
const status = (page) => page.textContent("#status");
const state = async (made) => (await get(server.address, `/api/tables/${made.id}`, made.token)).body;
const stored = join(dirname(fileURLToPath(import.meta.url)), "transcripts");

/** The page explains with a text like this, sooner or later. */
async function explains(page, pattern) {
  const found = await page.waitForFunction((source) => new RegExp(source).test(document.getElementById("explain").textContent), pattern.source, { timeout: 8000 }).catch(() => null);
  assert.ok(found, `the page says "${await page.textContent("#explain")}", wanted ${pattern}`);
}
const reads = (page, id, pattern) =>
  page.waitForFunction(([id, source]) => new RegExp(source).test(document.getElementById(id).textContent), [id, pattern.source], { timeout: 15000 });

/** A game of each kind: how many moves are made by keys, and by whom. Numbers of dice differ from table to table. */
const KINDS = {
  placing: { game: "tic-tac-toe", moves: 9 },
  moving: { game: "chess", moves: 4 },
  capturing: { game: "english-draughts", moves: 6 },
  sowing: { game: "oware", moves: 4 },
  connecting: { game: "hex", moves: 4 },
  edges: { game: "dots-and-boxes", moves: 5 },
  covering: { game: "cram", moves: 3 },
  "from the hand": { game: "nine-mens-morris", moves: 6 },
  shooting: { game: "amazons", moves: 4 },
  puzzle: { game: "sudoku", moves: 3, seats: [{ who: "me", name: "Ann" }] },
  dice: { game: "backgammon", moves: 4, chance: true },
  race: { game: "royal-game-of-ur", moves: 4, chance: true },
};

const tests = {
  async "what a screen reader is told during a game of each kind"() {
    for (const [kind, { game, moves, seats, chance }] of Object.entries(KINDS)) {
      const page = await fresh();
      await open(page, game, seats ?? both);
      const said = await transcript(page, moves);
      assert.doesNotMatch(said, /undefined|NaN|null|\[object|#\d|hand\d\./, `${kind}:\n${said}`);
      assert.match(said, /to move|wins|draw|fit/, `${kind}:\n${said}`);
      if (chance) {
        assert.match(said, /[Dd]ice: \d/, `${kind}:\n${said}`);
      } else {
        const file = join(stored, `${kind.replaceAll(" ", "-")}.txt`);
        if (process.env.BLESS) {
          mkdirSync(stored, { recursive: true });
          writeFileSync(file, `${said}\n`);
        }
        assert.equal(`${said}\n`, readFileSync(file, "utf8"), `${kind} (BLESS=1 accepts what is said now)`);
      }
      await page.context().close();
    }
  },
  async "how a piece moves and why it cannot is told at the board"() {
    const page = await fresh();
    await open(page, "chess", both);
    await point(page, "g1");
    assert.equal(await page.locator("#board .dot").count(), 2, "a knight's two places");
    await explains(page, /g1.*2 places.*A knight may leap/);
    await point(page, "g5");
    await explains(page, /g1 to g5 is not possible now\. \S/);
    assert.equal(await page.locator("#moves li").count(), 0);
    // A piece without any move says why, too: the pawn is pinned by the bishop on b5.
    await open(page, "chess", both, { moves: ["e4", "e5", "Bb5"] });
    const pinned = /king would be in check from b5/;
    await point(page, "d7");
    await explains(page, /d7/);
    await point(page, "d6");
    await explains(page, pinned);
    assert.ok(await page.locator("#board .hintmark").count(), "what it is about is marked");
    // Dragging it there.
    await point(page, "a4");
    const [from, to] = [await middle(page, "d7"), await middle(page, "d5")];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await explains(page, /d7 to d5.*king would be in check from b5/);
    // Typing it.
    await point(page, "a4");
    await page.fill("#typedmove", "d7d6");
    await page.keyboard.press("Enter");
    await explains(page, pinned);
    assert.match(await page.textContent("#says"), /not a legal move/);
    // By keys.
    await point(page, "a4");
    await spot(page, "d7").focus();
    await page.keyboard.press("Enter");
    await spot(page, "d6").focus();
    await page.keyboard.press("Enter");
    await explains(page, pinned);
    assert.equal(await page.locator("#moves li").count(), 3, "nothing was played");
    // As a screen reader presses what it stands on: without a pointer.
    await spot(page, "g8").evaluate((e) => e.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    await spot(page, "f6").evaluate((e) => e.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    await plies(page, 4);
    await page.context().close();
  },
  async "compulsory and longest captures are named"() {
    const page = await fresh();
    await open(page, "english-draughts", both, { moves: ["c3-d4", "d6-c5", "g3-f4", "b6-a5"] });
    await point(page, "b2");
    await point(page, "c3");
    await explains(page, /Captures are compulsory.*d4/);
    await open(page, "international-draughts", both, { moves: ["d4-e5", "c7-b6", "h4-g5", "g7-h6", "b4-a5", "e7-f6"] });
    await point(page, "a5");
    await point(page, "c7");
    await explains(page, /The longest capture must be taken/);
    await page.context().close();
  },
  async "what a typed move says about a promotion is done"() {
    const page = await fresh();
    const made = await open(page, "chess", both, { moves: ["a4", "b5", "axb5", "a6", "bxa6", "h6", "a7", "h5"] });
    await tabTo(page, "typedmove");
    await page.keyboard.type("axb8=N");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 10);
    const { table } = await state(made);
    assert.deepEqual(table.moves.slice(-2).map((m) => m[1]), ["a7-b8", "b8=Knight"]);
    assert.match(await status(page), /Bob/);
    await page.context().close();
  },
  async "every action of the table by keyboard alone"() {
    const page = await fresh();
    page.on("dialog", (d) => d.accept());
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
    const made = await open(page, "chess", both);
    await reads(page, "status", /to move/);
    assert.ok(await keyMove(page), "a move on the board");
    await plies(page, 1);
    await tabTo(page, "typedmove");
    await page.keyboard.type("e5");
    await page.keyboard.press("Enter");
    await plies(page, 2);
    await press(page, "undo");
    await plies(page, 1);
    await press(page, "redo");
    await plies(page, 2);
    await press(page, "hint");
    await reads(page, "notes", /Hint: \S/);
    await press(page, "analyse");
    await reads(page, "bartext", /%/);
    await press(page, "analyse");
    assert.ok(await page.locator("#bar").isHidden(), "analysis ends");
    const below = await page.evaluate(() => document.querySelector('#board .spot[aria-label^="e2"]').getBoundingClientRect().y > document.querySelector('#board .spot[aria-label^="e7"]').getBoundingClientRect().y);
    await press(page, "flip");
    assert.notEqual(await page.evaluate(() => document.querySelector('#board .spot[aria-label^="e2"]').getBoundingClientRect().y > document.querySelector('#board .spot[aria-label^="e7"]').getBoundingClientRect().y), below, "the board is turned");
    const pressed = await page.getAttribute("#sound", "aria-pressed");
    await press(page, "sound");
    assert.notEqual(await page.getAttribute("#sound", "aria-pressed"), pressed);
    const shut = await page.locator("#rulespanel").isHidden();
    await press(page, "rulestoggle");
    assert.notEqual(await page.locator("#rulespanel").isHidden(), shut);
    for (const [id, pattern] of [["first", /Looking at move 0/], ["next", /Looking at move 1/], ["prev", /Looking at move 0/], ["now", /^(?!Looking)/]]) {
      await press(page, id);
      await reads(page, "status", pattern);
    }
    // The list of legal moves, and a move from it.
    await page.focus("#moves");
    await page.keyboard.press("Tab");
    for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement.parentElement?.id === "legalbox")); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement.closest("#legal") !== null), "the list of moves opens");
    await page.keyboard.press("Enter");
    await plies(page, 3);
    // Sharing.
    for (let i = 0; i < 300 && !(await page.evaluate(() => document.activeElement.parentElement?.id === "sharebox")); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, "copy");
    await tabTo(page, "save");
    // Neighbours, moves from here, the last move, letting go.
    await page.evaluate(() => document.activeElement.blur());
    await toBoard(page);
    const heard = await listen(page);
    for (const key of ["n", "m", "l", "p", "Enter", "Escape", "ArrowUp"]) await page.keyboard.press(key);
    await page.waitForTimeout(100);
    assert.match((await heard()).join("\n"), /last move: .*\n[\s\S]*let go/);
    await press(page, "draw");
    await reads(page, "status", /draw|Draw/);
    await press(page, "rematch");
    await page.waitForFunction((id) => document.getElementById("table") && document.getElementById("table").dataset.id !== id && document.getElementById("table").dataset.version !== undefined, made.id);
    assert.ok(await keyMove(page), "a move in the new game");
    await plies(page, 1);
    const here = page.url();
    await press(page, "branch");
    await page.waitForFunction((u) => location.href !== u && document.getElementById("table")?.dataset.version !== undefined, here);
    await plies(page, 1);
    await press(page, "resign");
    await reads(page, "status", /wins|resign/i);
    await page.context().close();
  },
  async "offers and puzzles by keyboard alone"() {
    const one = await fresh();
    await open(one, "tic-tac-toe", [{ who: "me", name: "Ann" }, { who: "friend", name: "Bob" }]);
    const two = await fresh();
    await two.goto(await one.inputValue(".invite"));
    await reads(two, "seats-near", /Bob/);
    await reads(one, "status", /your turn/);
    assert.ok(await keyMove(one));
    await reads(two, "status", /your turn/);
    await press(one, "draw");
    await reads(two, "offer", /offers a draw/);
    for (let i = 0; i < 120 && !(await two.evaluate(() => document.activeElement.textContent === "Decline")); i++) await two.keyboard.press("Tab");
    await two.keyboard.press("Enter");
    await reads(one, "signs", /declin/i);
    for (const page of [one, two]) await page.context().close();
    const page = await fresh();
    const made = await open(page, "sudoku", [{ who: "me", name: "Ann" }]);
    const { scene } = await state(made);
    await press(page, "pencil");
    await page.evaluate(() => document.activeElement.blur());
    await toBoard(page);
    await page.keyboard.press("p");
    await page.keyboard.press("Digit7");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /pencilled 7/);
    await press(page, "pencil");
    await page.evaluate(() => document.activeElement.blur());
    await toBoard(page);
    const key = await page.evaluate(() => document.activeElement.dataset.key);
    const value = /(\d)$/.exec(scene.choices.find((c) => c.to === key).name)[1];
    await page.keyboard.press(`Digit${value}`);
    await plies(page, 1);
    await page.context().close();
  },
};

await runAll(tests, async () => {
  await browser.close();
  await server.stop();
});
