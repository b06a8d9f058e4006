// Where a choice would lead, as the server foretold it: the way step by step, a ghost where it ends, and what it costs.

const NS = "http://www.w3.org/2000/svg";
const GHOST = ".ahead";

function drawn(tag, attributes = {}, ...inside) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** Where something the picture names is: one of its places, or a thing in it. */
function spotOf(svg, id) {
  const [, kind, nth] = /^(.*)-(\d+)$/.exec(id) ?? [];
  const places = kind && svg.querySelector(`[data-places="${CSS.escape(kind)}"]`);
  if (places) {
    const numbers = (places.at ??= places.dataset.at.split(" ").map(Number));
    return { x: numbers[2 * nth], y: numbers[2 * nth + 1] };
  }
  const element = svg.getElementById(id);
  const matrix = element?.transform.baseVal.consolidate()?.matrix;
  if (matrix) return { x: matrix.e, y: matrix.f };
  const box = element?.getBBox();
  return box && { x: box.x + box.width - 20, y: box.y + box.height / 2 };
}

/** Show it over the picture, instead of what was shown before. `unit` is a pixel in the picture's own measure. */
export function foretell(svg, ahead, unit) {
  for (const old of svg.querySelectorAll(GHOST)) old.remove();
  for (const each of svg.querySelectorAll(".tells")) each.textContent = ahead?.reads ?? "";
  const piece = ahead && svg.getElementById(ahead.piece);
  if (!piece) return;
  const points = (ahead.way ?? []).map((id) => spotOf(svg, id)).filter(Boolean);
  const end = points.at(-1) ?? spotOf(svg, ahead.piece);
  const layer = drawn("g", { class: "ahead", "pointer-events": "none", "aria-hidden": "true" },
    ...way([spotOf(svg, ahead.piece), ...points], unit, ahead.piece),
    ...(ahead.shoves ?? []).map((pair) => pair.map((id) => spotOf(svg, id))).filter((spots) => spots.every(Boolean)).map((spots) => shove(...spots, unit)));
  if (points.length) layer.append(ghost(piece, end));
  layer.append(bubble(svg, ahead, end, unit));
  svg.append(layer);
}

/** A dot for every step; where the way leaves a stretch and goes on elsewhere, arrows say so instead of a line. */
function way(points, unit, piece) {
  const steps = points.slice(1).map((to, k) => ({ from: points[k], to, length: Math.hypot(to.x - points[k].x, to.y - points[k].y) }));
  const far = Math.min(...steps.map((step) => step.length), Infinity) * 3;
  const joined = steps.filter((step) => step.length < far);
  const path = joined.map(({ from, to }) => `M${from.x} ${from.y}L${to.x} ${to.y}`).join("");
  const seat = /-(\d+)/.exec(piece)?.[1];
  const leaps = steps.map((step, k) => (step.length < far || k === 0 ? [] : leap(step, steps[k - 1] ?? steps[k + 1], unit, seat)));
  return [
    drawn("path", { d: path, class: "line", "stroke-width": 3 * unit }),
    ...points.slice(1, -1).map(({ x, y }) => drawn("circle", { cx: x, cy: y, r: 4.2 * unit, class: `step seat-${seat}`, "stroke-width": 1.6 * unit })),
    ...leaps.flat(),
  ];
}

/** Two arrows: one where the way leaves, going on as it came, and one where it comes in again. */
function leap({ from, to }, beside, unit, seat) {
  const [across, down] = beside && beside.length ? [(beside.to.x - beside.from.x) / beside.length, (beside.to.y - beside.from.y) / beside.length] : [1, 0];
  const angle = (Math.atan2(down, across) * 180) / Math.PI;
  const arrow = (x, y) => drawn("path", { class: `leap seat-${seat}`, "stroke-width": 1.6, d: "M-7-6 6 0-7 6-4 0Z", transform: `translate(${x} ${y}) rotate(${angle}) scale(${1.3 * unit})` });
  const off = 15 * unit;
  return [arrow(from.x + off * across, from.y + off * down), arrow(to.x - off * across, to.y - off * down)];
}

function shove(from, to, unit) {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const bend = `M${from.x} ${from.y}q${across / 2 + down * 0.35} ${down / 2 - across * 0.35} ${across} ${down}`;
  return drawn("g", { class: "shove" }, drawn("path", { d: bend, "stroke-width": 4 * unit }), drawn("circle", { cx: to.x, cy: to.y, r: 6 * unit }));
}

function ghost(piece, { x, y }) {
  const copy = piece.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
  copy.setAttribute("transform", `translate(${x} ${y})`);
  copy.setAttribute("class", "ghost");
  return copy;
}

/** Where it ends, large, and what that costs; kept inside the picture. */
function bubble(svg, { lands = "", signs = [] }, { x, y }, unit) {
  const [high, gap] = [34 * unit, 5 * unit];
  const parts = [...(lands ? [lands] : []), ...signs].map((sign) => {
    const kept = svg.querySelector(`[data-sign="${CSS.escape(sign)}"]`);
    if (!kept) return { width: (sign === lands ? 15 : 12) * unit * sign.length, body: drawn("text", { class: sign === lands ? "lands" : "costs", "font-size": (sign === lands ? 24 : 19) * unit }, sign) };
    const size = (27 * unit) / 30;
    return { width: 28 * unit, body: drawn("g", { transform: `scale(${size})` }, ...[...kept.childNodes].map((node) => node.cloneNode(true))) };
  });
  const width = parts.reduce((sum, part) => sum + part.width + gap, 3 * gap);
  const box = svg.viewBox.baseVal;
  const left = Math.min(Math.max(x - width / 2, box.x + 4), box.x + box.width - width - 4);
  const above = y - high - 30 * unit;
  const top = above > box.y + 4 ? above : y + 30 * unit;
  const made = drawn("g", { class: signs.length ? "bubble-of danger" : "bubble-of", transform: `translate(${left} ${top})` },
    drawn("rect", { width, height: high, rx: high / 2, "stroke-width": 2 * unit }));
  let at = 2 * gap;
  for (const { width: wide, body } of parts) {
    made.append(drawn("g", { transform: `translate(${at + wide / 2} ${high / 2})` }, body));
    at += wide + gap;
  }
  return made;
}
