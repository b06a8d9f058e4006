// Sounds, made by the page itself: each is a recipe of a few numbers. On after the first tap, one tap to mute.
import { remembered } from "./common.js";

/** A voice: wave, from and to how many hertz, when it begins, how long it lasts, how loud it is; `noise` is filtered. */
export const RECIPES = {
  die: [0, 0.09, 0.17, 0.26, 0.38].map((at, k) => ({ wave: "noise", from: 2400 - 250 * k, to: 900, at, lasts: 0.05, loud: 0.5 - 0.06 * k, narrow: 3 })),
  hop: [{ wave: "sine", from: 320, to: 620, lasts: 0.09, loud: 0.35 }],
  tile: [{ wave: "triangle", from: 900, to: 700, lasts: 0.06, loud: 0.35 }, { wave: "noise", from: 1800, to: 1200, at: 0.01, lasts: 0.05, loud: 0.25, narrow: 2 }],
  nine: [523, 659, 784, 1047].map((from, k) => ({ wave: "sine", from, at: 0.09 * k, lasts: 0.5, loud: 0.28 })),
  bump: [{ wave: "sine", from: 150, to: 60, lasts: 0.16, loud: 0.7 }, { wave: "noise", from: 500, to: 200, lasts: 0.07, loud: 0.35, narrow: 1 }],
  splash: [{ wave: "noise", from: 700, to: 2600, lasts: 0.35, loud: 0.4, narrow: 0.7 }, { wave: "sine", from: 500, to: 1100, at: 0.18, lasts: 0.12, loud: 0.16 }, { wave: "sine", from: 420, to: 900, at: 0.34, lasts: 0.1, loud: 0.12 }],
  flip: [{ wave: "noise", from: 3200, to: 5200, lasts: 0.08, loud: 0.3, narrow: 1.5 }],
  sigh: [{ wave: "triangle", from: 440, to: 247, lasts: 0.45, loud: 0.3 }],
  bite: [0, 0.1].map((at) => ({ wave: "noise", from: 1400, to: 500, at, lasts: 0.06, loud: 0.45, narrow: 1.2 })),
  bark: [0, 0.17].map((at) => ({ wave: "sawtooth", from: 320, to: 170, at, lasts: 0.1, loud: 0.3, through: 1200 })),
  worm: [{ wave: "sine", from: 900, to: 250, lasts: 0.18, loud: 0.3 }, { wave: "sine", from: 250, to: 800, at: 0.18, lasts: 0.2, loud: 0.25 }],
  sun: [392, 494, 587].map((from, k) => ({ wave: "triangle", from, at: 0.14 * k, lasts: 0.35, loud: 0.18 })),
  rain: Array.from({ length: 7 }, (_none, k) => ({ wave: "sine", from: 1700 + ((k * 379) % 900), to: 900, at: 0.055 * k, lasts: 0.04, loud: 0.2 })),
  win: [523, 659, 784, 659, 784, 1047].map((from, k) => ({ wave: "triangle", from, at: 0.14 * k, lasts: k === 5 ? 0.8 : 0.22, loud: 0.3 })),
  turn: [660, 880].map((from, k) => ({ wave: "sine", from, at: 0.16 * k, lasts: 0.4, loud: 0.3 })),
  tick: [{ wave: "square", from: 1000, lasts: 0.03, loud: 0.14 }],
  tap: [{ wave: "sine", from: 520, to: 480, lasts: 0.05, loud: 0.25 }],
};

/** Eight sheep, eight voices: pitch, and how quickly it trembles. */
export const BLEATS = [[310, 9], [360, 11], [265, 8], [415, 12], [235, 7], [470, 10], [205, 9], [540, 13]];

const bleat = (seat) => {
  const [from, tremble] = BLEATS[Math.max(0, seat) % BLEATS.length];
  return [{ wave: "sawtooth", from, to: from * 0.82, lasts: 0.42, loud: 0.3, through: from * 4, tremble }];
};

export const recipe = (name, seat = -1) => (name === "bleat" ? bleat(seat) : RECIPES[name] ?? []);

const VIBRATES = { bump: 35, splash: [20, 40, 20], nine: 25, turn: [40, 60, 40] };
const VOLUME = 0.5;
const SOON = 1500;

/** Put the voices of a sound into an audio context, from `at` on; also one that is not heard but written down. */
export function render(context, voices, at = 0, into = context.destination) {
  for (const voice of voices) {
    const { wave, from, to = from, lasts, loud, narrow, through, tremble } = voice;
    const begin = at + (voice.at ?? 0);
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud, begin + Math.min(0.012, lasts / 4));
    gain.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
    const source = wave === "noise" ? noise(context) : context.createOscillator();
    let last = source;
    const glide = (param) => {
      param.setValueAtTime(from, begin);
      param.exponentialRampToValueAtTime(to, begin + lasts);
    };
    if (wave === "noise") {
      last = filter(context, source, "bandpass", from, narrow);
      glide(last.frequency);
    } else {
      source.type = wave;
      glide(source.frequency);
      if (tremble) shake(context, source.frequency, from * 0.06, tremble, begin, lasts);
      if (through) last = filter(context, source, "lowpass", through, 1);
    }
    last.connect(gain).connect(into);
    source.start(begin);
    source.stop(begin + lasts + 0.02);
  }
}

function filter(context, source, type, frequency, narrow) {
  const made = context.createBiquadFilter();
  Object.assign(made, { type });
  made.frequency.value = frequency;
  made.Q.value = narrow;
  source.connect(made);
  return made;
}

function shake(context, param, depth, quickly, begin, lasts) {
  const [wobble, gain] = [context.createOscillator(), context.createGain()];
  wobble.frequency.value = quickly;
  gain.gain.value = depth;
  wobble.connect(gain).connect(param);
  wobble.start(begin);
  wobble.stop(begin + lasts);
}

const hisses = new WeakMap();

/** The same hiss each time, so that a sound is the same each time; made once, for it takes long. */
function noise(context) {
  const source = context.createBufferSource();
  if (!hisses.has(context)) hisses.set(context, hiss(context));
  source.buffer = hisses.get(context);
  return source;
}

function hiss(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let k = 0; k < samples.length; k++) {
    state = (state * 16807) % 2147483647;
    samples[k] = state / 1073741823.5 - 1;
  }
  return buffer;
}

let context = null;
let volume = null;

/** What sounds are made with takes long to set up: that is done while nobody waits for anything. */
function prepare() {
  if (context || isMuted()) return;
  context = new AudioContext();
  volume = context.createGain();
  volume.gain.value = VOLUME;
  volume.connect(context.destination);
}
const whenIdle = window.requestIdleCallback ?? setTimeout;
addEventListener("load", () => setTimeout(() => whenIdle(prepare), SOON));

/** Browsers let a page be heard once somebody has touched it. What the touch does is not kept waiting by that. */
function wake() {
  if (context?.state !== "running") setTimeout(start);
}

function start() {
  prepare();
  if (context?.state === "suspended") context.resume();
}
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { capture: true, passive: true });

export const isMuted = () => remembered("mute") === "1";

export function mute(quiet) {
  remembered("mute", quiet ? "1" : "0");
}

/** Make a sound: `times` it over so many seconds, in the voice of a seat. */
export function sound(name, { seat = -1, times = 1, over = 0 } = {}) {
  if (isMuted() || document.hidden || context?.state !== "running") return;
  const voices = recipe(name, seat);
  setTimeout(() => {
    for (let k = 0; k < Math.min(times, 12); k++) render(context, voices, context.currentTime + 0.005 + (over * k) / times, volume);
  });
  if (VIBRATES[name]) navigator.vibrate?.(VIBRATES[name]);
}
