// What a finger means. Things may be drawn smaller than a fingertip: what glows is hit from near by, the nearest wins,
// and where one fingertip would cover several of them the picture comes closer first.

const USUAL = 44;
const LARGE = 64;
const NARROW = 390;
const CLOSEST = 8;

export const isLargeSize = () => document.documentElement.dataset.size === "large";

/** How large what is tapped must be, in pixels of the screen; on the smallest phones a little less. */
const finger = () => (isLargeSize() ? LARGE : USUAL) * Math.min(1, Math.min(innerWidth, innerHeight) / NARROW);

/** From how far a thing is hit, in pixels across: small hands also meet what is half covered by something else that can be tapped. */
const pull = () => finger() * (isLargeSize() ? 1.5 : 1) + 1;

/** What can be hit, with where it is on the screen. */
export function targets(elements) {
  return elements.map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const [across, down] = [Math.max(right - left, pull()) / 2, Math.max(bottom - top, pull()) / 2];
    return { element, part: element.dataset.part, left, top, right, bottom, x, y, across, down };
  });
}

const awayFrom = ({ left, top, right, bottom, x, y }, px, py) =>
  Math.hypot(Math.max(left - px, 0, px - right), Math.max(top - py, 0, py - bottom)) + Math.hypot(x - px, y - py) / 1000;

/** What is meant at a spot of the screen: what is drawn there, if it `means` anything, else the nearest that glows; null: nothing. */
export function elementAt(around, means, px, py) {
  const there = document.elementFromPoint(px, py);
  if (!there?.closest("#board")) return null;
  const drawn = there.closest("[data-part]");
  if (drawn && (around.some(({ element }) => element === drawn) || means(drawn.dataset.part))) return drawn;
  const near = around.filter(({ x, y, across, down }) => Math.abs(x - px) <= across && Math.abs(y - py) <= down);
  return near.reduce((best, each) => (!best || awayFrom(each, px, py) < awayFrom(best, px, py) ? each : best), null)?.element ?? null;
}

/** How far to the left, right, up and down of its spot a tap still means this thing, as far as a finger needs it. */
function roomOf(thing, around, means) {
  const isIt = (px, py) => elementAt(around, means, px, py)?.dataset.part === thing.part;
  const spot = spotOf(thing, isIt);
  if (!spot) return [0, 0, 0, 0];
  const [px, py] = spot;
  return [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([across, down]) => {
    let far = 0;
    while (far < finger() && isIt(px + across * (far + 1), py + down * (far + 1))) far += 1;
    return far;
  });
}

/** A spot where a tap means it: its middle, unless something lies before that. */
function spotOf({ left, top, right, bottom }, isIt) {
  const spots = [[0.5, 0.5], [0.5, 0.3], [0.5, 0.7], [0.3, 0.5], [0.7, 0.5], [0.5, 0.9], [0.1, 0.5], [0.9, 0.5]];
  return spots.map(([u, v]) => [left + (right - left) * u, top + (bottom - top) * v]).find((spot) => isIt(...spot));
}

/** Asked for every pixel around a thing, what a part means is found out once. */
function remembering(means) {
  const known = new Map();
  return (part) => known.get(part) ?? known.set(part, means(part)).get(part);
}

const breadth = ([left, right, up, down]) => Math.min(left + right, up + down) + 1;
const isEnough = (room) => breadth(room) >= finger();

/** Whether each of these things can be met by a finger, as they are. */
export function inReach(around, means) {
  const meant = remembering(means);
  return around.every((thing) => isEnough(roomOf(thing, around, meant)));
}

/** How many times closer two sides must come to be as broad as a finger together: what ends at a neighbour grows with the
 * picture, what is only hit from near by does not.
 */
function timesFor(...sides) {
  const doesGrow = (far) => far < pull() / 2 - 1;
  const sum = (some) => some.reduce((all, far) => all + far, 0);
  return (1.15 * finger() - sum(sides.filter((far) => !doesGrow(far)))) / Math.max(1, sum(sides.filter(doesGrow)));
}

/** How many times closer the picture must come for this thing to be as large as a finger; 1: it is. */
export function closerFor(element, around, means) {
  const thing = around.find((each) => each.element === element);
  if (!thing) return 1;
  const room = roomOf(thing, around, remembering(means));
  const [left, right, up, down] = room;
  return isEnough(room) ? 1 : Math.min(CLOSEST, Math.max(1, timesFor(left, right), timesFor(up, down)));
}
