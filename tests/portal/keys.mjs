// Playing with the keyboard alone, and hearing what the page says to those who do not see it.
import assert from "node:assert/strict";

const status = (page) => page.textContent("#status");

/** Notes every text that the page's live regions are given; `but` leaves some out. */
export async function listen(page, but = "") {
  await page.evaluate((but) => {
    window.heard = [];
    for (const e of document.querySelectorAll("[aria-live], [role=status], [role=alert]")) {
      if (but && e.matches(but)) continue;
      new MutationObserver(() => { const text = e.textContent.trim(); if (text && window.heard.at(-1) !== text) window.heard.push(text); }).observe(e, { childList: true, characterData: true, subtree: true });
    }
  }, but);
  return () => page.evaluate(() => window.heard);
}
/** To the board by Tab; then to the next place that can be chosen. */
export async function toBoard(page) {
  // (At most once around the page, whose foot has the whole menu.)
  for (let i = 0; i < 120; i++) {
    if (await page.evaluate(() => document.activeElement.classList.contains("spot"))) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("Tab does not reach the board");
}
export const label = (page) => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);

/** One move by keys alone: the next place that can be chosen, then the next that it can go to, then the first of what is asked. */
export async function keyMove(page) {
  const before = await page.evaluate(() => document.getElementById("table").dataset.version);
  const moved = () => page.waitForFunction((v) => document.getElementById("table").dataset.version !== v, before, { timeout: 3000 }).then(() => true, () => false);
  if (await page.evaluate(() => document.querySelector("#said button") !== null && document.querySelectorAll("#board .spot.can").length === 0)) {
    await page.focus("#said button");
    await page.keyboard.press("Enter");
    return moved();
  }
  if (!(await page.evaluate(() => document.getElementById("chooser").hidden))) {
    await page.keyboard.press("Enter");
    return moved();
  }
  await page.evaluate(() => document.activeElement.blur());
  await toBoard(page);
  await page.keyboard.press("p");
  await page.keyboard.press("Enter");
  if (await page.evaluate(() => document.querySelector("#board .pick") !== null)) {
    await page.keyboard.press("p");
    await page.keyboard.press("Enter");
  }
  if (!(await page.evaluate(() => document.getElementById("chooser").hidden))) await page.keyboard.press("Enter");
  return moved();
}

/** Plays by keys and gives back what was said, but for explanations: those come when the server has found them. */
export async function transcript(page, moves) {
  const heard = await listen(page, "#explain");
  for (let i = 0; i < moves; i++) {
    if (/wins|draw|over|solved/i.test(await status(page))) break;
    assert.ok(await keyMove(page), `move ${i + 1} by keys: ${await status(page)}`);
  }
  await page.waitForTimeout(100);
  return (await heard()).join("\n");
}

/** To an element of the page by Tab alone. */
export async function tabTo(page, id) {
  for (let i = 0; i < 250; i++) {
    if (await page.evaluate((id) => document.activeElement.id === id, id)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach #${id}`);
}

/** Presses a button of the table by keys. */
export async function press(page, id) {
  await tabTo(page, id);
  await page.keyboard.press("Enter");
}
