// One picture becomes the next: what has the same id stays the same element and glides to its new place.
import { calm } from "./common.js";
import { css, origin, ownMatrix, shifted } from "./geometry.js";

const GLIDE = 320;
const STAGGER = 190;
const LONGEST = 1100;
const ROLLS = /^(die|dice)\b/;

let running = [];
let ghosts = [];

/** End all motion at once: the newest picture is shown as it is. */
export function settle() {
  for (const motion of running) motion.cancel();
  for (const ghost of ghosts) ghost.remove();
  running = [];
  ghosts = [];
}

/** When nothing glides any more. */
export const settled = () => Promise.allSettled(running.map((motion) => motion.finished));

/** Turn the live picture into the next one.
 *
 * `seats` says in which order the pieces of the seats moved. What was played of it already: `shifts`, how far things
 * stand from where the live picture has them, and `seen`, what has come, gone or turned before everybody's eyes.
 * `atOnce` nothing glides; what is the same in both stays all the same, for to lay out a whole picture takes long.
 */
export function morph(live, next, { seats = [], shifts = new Map(), seen = new Set(), atOnce = false } = {}) {
  for (const over of live.querySelectorAll(":scope > .staged, :scope > .trail")) over.remove();
  const still = atOnce || calm() || document.hidden;
  const known = new Set(still ? [] : [...Array.from(live.querySelectorAll("[id]"), (element) => element.id), ...seen]);
  const before = still ? new Map() : placesOf(live, new Set([...restless(live, next), ...shifts.keys()]));
  for (const [id, { x, y }] of shifts) if (before.has(id)) before.set(id, { x: before.get(id).x + x, y: before.get(id).y + y });
  settle();
  const changed = new Set();
  for (const id of seen) if (!next.getElementById(id)) live.getElementById(id)?.remove();
  patch(live, next, changed, still);
  if (still || !known.size) return;
  for (const id of seen) changed.delete(live.getElementById(id));
  const moved = new Set(glide(live, known, before, seats));
  for (const element of changed) if (!moved.has(element)) turn(element);
}

/** What the next picture has elsewhere: the ids of everything whose transform differs. */
function restless(live, next) {
  const after = new Map(Array.from(next.querySelectorAll("[id][transform]"), (element) => [element.id, element.getAttribute("transform")]));
  return Array.from(live.querySelectorAll("[id][transform]"))
    .filter((element) => after.has(element.id) && after.get(element.id) !== element.getAttribute("transform"))
    .map((element) => element.id);
}

/** Where these are in the picture. Read off their transforms: measuring what is drawn would take long. */
function placesOf(svg, ids) {
  const places = new Map();
  for (const id of ids) {
    const element = svg.getElementById(id);
    if (element) places.set(id, origin(element));
  }
  return places;
}

function patch(live, next, changed, still) {
  if (live.isEqualNode(next)) return;
  for (const { name } of [...live.attributes]) if (!next.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of next.attributes) if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  if (!next.children.length || !live.children.length) {
    if (live.innerHTML === next.innerHTML) return;
    if (live.id) changed.add(live);
    live.replaceChildren(...next.childNodes);
    return;
  }
  if (live.id && !next.querySelector("[id]") && !sameInside(live, next)) changed.add(live);
  patchChildren(live, next, changed, still);
}

function sameInside(live, next) {
  return live.childNodes.length === next.childNodes.length &&
    [...live.childNodes].every((child, k) => child.isEqualNode(next.childNodes[k]));
}

function patchChildren(live, next, changed, still) {
  const [keyed, plain, at] = [new Map(), new Map(), new Map()];
  for (const child of live.childNodes) {
    at.set(child, at.size);
    if (child.id) keyed.set(child.id, child);
    else plain.set(child.nodeName, [...(plain.get(child.nodeName) || []), child]);
  }
  const placed = Array.from(next.childNodes, (child) => {
    const match = child.id ? keyed.get(child.id) : plain.get(child.nodeName)?.shift();
    if (match?.nodeName !== child.nodeName) return child;
    if (match.nodeType === Node.ELEMENT_NODE) patch(match, child, changed, still);
    else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
    return match;
  });
  const kept = new Set(placed);
  for (const child of [...live.childNodes]) if (!kept.has(child)) leave(child, still);
  const stay = staying(placed.filter((each) => at.has(each)), at);
  placed.reduceRight((after, each) => {
    if (!stay.has(each)) live.insertBefore(each, after);
    return each;
  }, null);
}

/** Of things that are to stand in this order, as many as can stay where they stand: whatever is moved is laid out anew. */
function staying(things, at) {
  const [ends, before] = [[], new Map()];
  for (const thing of things) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at.get(ends[middle]) < at.get(thing)) low = middle + 1;
      else high = middle;
    }
    before.set(thing, ends[low - 1]);
    ends[low] = thing;
  }
  const stay = new Set();
  for (let each = ends.at(-1); each; each = before.get(each)) stay.add(each);
  return stay;
}

/** What is gone fades away, out of everybody's reach; a button, which may not have been shown at all, at once. */
function leave(node, still) {
  if (still || !node.id || node.querySelector(":scope > .face")) return node.remove();
  node.removeAttribute("id");
  node.removeAttribute("data-part");
  for (const inside of node.querySelectorAll("[id]")) inside.removeAttribute("id");
  node.setAttribute("pointer-events", "none");
  node.setAttribute("aria-hidden", "true");
  ghosts.push(node);
  const motion = node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: GLIDE, easing: "ease-in", fill: "forwards" });
  running.push(motion);
  motion.finished.then(() => node.remove(), () => {});
}

function glide(svg, known, before, seats) {
  for (const element of svg.querySelectorAll("[id]")) {
    if (!known.has(element.id) && !hasFreshParent(element, known, svg)) appear(element);
  }
  const moved = [];
  const places = placesOf(svg, before.keys());
  for (const [id, there] of places) {
    const element = svg.getElementById(id);
    const here = before.get(id);
    if (isElsewhere(here, there) && !hasMovedParent(element, svg, before, places)) {
      moved.push([element, here.x - there.x, here.y - there.y]);
    }
  }
  const order = (element) => {
    const seat = /-(\d)(-|$)/.exec(element.id);
    const rank = seat ? seats.indexOf(Number(seat[1])) : -1;
    return Math.max(0, rank);
  };
  for (const [element, across, down] of moved) move(element, across, down, moved.length > 12 ? 0 : order(element) * STAGGER);
  return moved.map(([element]) => element);
}

const isElsewhere = (one, other) => Boolean(one && other) && Math.abs(one.x - other.x) + Math.abs(one.y - other.y) > 1;

function hasMovedParent(element, svg, before, places) {
  for (let up = element.parentNode; up && up !== svg; up = up.parentNode) {
    if (up.id && before.has(up.id) && isElsewhere(before.get(up.id), places.get(up.id))) return true;
  }
  return false;
}

function hasFreshParent(element, known, svg) {
  for (let up = element.parentNode; up && up !== svg; up = up.parentNode) if (up.id && !known.has(up.id)) return true;
  return false;
}

function move(element, across, down, delay) {
  const [from, to] = shifted(element, across, down);
  const timing = { duration: GLIDE, delay: Math.min(delay, LONGEST - GLIDE), easing: "ease-in-out", fill: "backwards" };
  running.push(element.animate([{ transform: from }, { transform: to }], timing));
}

function appear(element) {
  running.push(element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE, easing: "ease-out", fill: "backwards" }));
}

/** What looks different now turns round like a card; a die rolls. */
function turn(element) {
  if (!element.isConnected || element.nodeName !== "g" || !element.hasAttribute("transform")) return;
  const own = css(ownMatrix(element));
  const frames = ROLLS.test(element.id)
    ? [{ transform: `${own} rotate(-300deg) scale(.7)` }, { transform: own }]
    : [{ transform: `${own} scaleX(.05)` }, { transform: own }];
  running.push(element.animate(frames, { duration: GLIDE, easing: "ease-out" }));
}
