// Short sounds made by the browser itself. Off on phones until somebody wants them.
// @ts-check

const KEY = "ludarium-sound";
/** @type {AudioContext | null} */
let context = null;

export function soundOn() {
  const chosen = localStorage.getItem(KEY);
  return chosen ? chosen === "on" : !matchMedia("(pointer: coarse), (max-width: 600px)").matches;
}

/** @param {boolean} on */
export function setSound(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // A forbidden store: the choice lasts as long as the page.
  }
}

/** A piece is put down; `bright` where the game is over or something was taken. @param {boolean} [bright] */
export function tock(bright = false) {
  // Browsers let pages sound only after somebody touched them.
  if (!soundOn() || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    const tone = context.createOscillator();
    const loud = context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(bright ? 520 : 240, now);
    tone.frequency.exponentialRampToValueAtTime(bright ? 390 : 110, now + 0.09);
    loud.gain.setValueAtTime(0.16, now);
    loud.gain.exponentialRampToValueAtTime(0.001, now + 0.14);
    tone.connect(loud).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.15);
  } catch {
    context = null;
  }
}
