// After the game: the podium, places and points, how they came about; once more, sharing, and looking back.
import { _, h, icon, mark, parsed } from "./common.js";
import { nextOfTheEvening, tally } from "./evening.js";
import { nameOf, signed } from "./people.js";

const NS = "http://www.w3.org/2000/svg";
const NARROW = 620, WIDE = 1320, BESIDE = 80, HIGH = 200, LEFT = 44, TOP = 16, BOTTOM = 184, MARK = 26;

/** The end as a moment: the podium, one ranking, once more; then how it came about. */
export function ending(now, act) {
  const { table, state, chart, odds, turning } = now;
  const { places, rule, podium } = state.ending;
  const order = places.map((_place, seat) => seat).sort((one, other) => places[one] - places[other]);
  return [h("div", { class: "finale" },
    podium ? h("div", { class: "podium" }, parsed(podium, "image/svg+xml").documentElement) : null,
    h("div", { class: "result" },
      h("p", { class: "sentence", id: "sentence", role: "status" }, h("span", {}, state.sentence, " ", h("button", { class: "quiet", onclick: () => act.rules(rule) }, _("why?")))),
      h("ol", { class: "places" }, ...order.map((seat) => placeOf(table, state.ending, seat))),
      next(now, act),
      tally(table, state.ending)),
    h("div", { class: "how" }, h("h2", {}, _("How it came about")),
      turning?.length ? h("ol", { class: "moments" }, ...turning.map((each) => moment(table, state, each, act))) : null,
      chart, odds))];
}

/** Looking back: the board again, with what goes through the game. */
export function lookingBack({ table, links }, act) {
  return [
    h("div", { class: "head" },
      h("p", { class: "sentence", id: "sentence", role: "status" }, h("span", {}, _("How it came about"))),
      h("div", { class: "tools" },
        h("button", { class: "main", "data-key": "to-the-end", onclick: () => act.lookBack(null) }, _("To the result")),
        download(table, "record", "txt", _("Record")))),
    h("div", { id: "replay" }),
  ];
}

/** A turning point as a picture that opens the game there. */
function moment(table, { ending }, { at, seat, change, story }, act) {
  const brought = ending.has_points ? `${change > 0 ? "+" : ""}${signed(change)}` : null;
  return h("li", { class: `seat-${seat}` },
    h("button", { "data-key": `moment-${at}`, title: story, onclick: () => act.lookBack(at) },
      h("img", { src: `/api/tables/${table.table}/picture.svg?at=${at}&language=${document.documentElement.lang}`, alt: "", loading: "lazy" }),
      h("span", { class: "told" }, mark(), h("span", {}, story), brought ? h("b", {}, brought) : null)));
}

const download = (table, what, ending, words) =>
  h("a", { class: "button", href: `/api/tables/${table.table}/${what}`, download: `${table.game}-${table.table}.${ending}` }, words);

function placeOf(table, { places, scores, has_points: counts, accounts, tallies }, seat) {
  return h("li", { class: `seat-${seat}${places[seat] === 1 ? " first" : ""}` },
    h("span", { class: `place medal-${places[seat]}` }, `${places[seat]}.`), mark(),
    h("span", { class: "who" }, h("b", { title: nameOf(table, seat) }, nameOf(table, seat)), how(accounts[seat], tallies?.[seat])),
    counts ? h("span", { class: "points", "aria-label": pointsOf(scores[seat]) }, signed(scores[seat])) : null);
}

/** How somebody's points came about: thing by thing where the game draws that, else in words. */
function how(words, drawn) {
  if (!drawn) return words ? h("small", {}, words) : null;
  const things = parsed(drawn, "image/svg+xml").documentElement;
  things.setAttribute("aria-label", words);
  return h("span", { class: "tally", title: words }, things);
}

/** What one does after a game. */
function next({ table, links }, act) {
  const plays = table.chairs.some((chair) => chair.here) || table.maker;
  return h("div", { class: "doing" },
    table.rematch ? h("a", { class: "button main", href: `/t/${table.rematch}` }, _("To the next game"))
      : plays ? h("button", { class: "main", "data-key": "again", onclick: () => act.rematch() }, _("Once more")) : null,
    h("button", { "data-key": "look-back", onclick: () => act.lookBack(0) }, icon("first"), _("Look back")),
    links?.watch ? h("button", { "data-key": "share", onclick: () => act.copy(links.watch) }, icon("link"), _("Share the link")) : null,
    h("a", { class: "button", href: "/" }, _("Another game")),
    plays && !table.rematch ? nextOfTheEvening(table, act) : null);
}

function pointsOf(score) {
  return score === 1 ? _("1 point") : _("{n} points", { n: signed(score) });
}

function drawn(tag, attributes, ...inside) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** The points in the course of the game, as lines in the seats' colours that end in their marks. Turning points hang on
 * them; a tap there opens the game, as their pictures do for those who use keys.
 */
export function drawChart(points, words = _("The points of everybody in the course of the game"), turning = [], open = null) {
  const seats = points[0].map((_point, seat) => seat);
  const wide = matchMedia("(min-width: 56rem)").matches ? Math.max(WIDE, innerWidth - BESIDE) : NARROW;
  const right = wide - 40;
  const [low, high] = [Math.min(0, ...points.flat()), Math.max(1, ...points.flat())];
  const x = (at) => LEFT + ((right - LEFT) * at) / (points.length - 1);
  const y = (score) => BOTTOM - ((BOTTOM - TOP) * (score - low)) / (high - low);
  const apartFromZero = (level) => level === 0 || Math.abs(y(level) - y(0)) > 14;
  const levels = [...new Set([low, 0, high])].filter(apartFromZero).map((level) => drawn("g", { class: "level" },
    drawn("path", { d: `M${LEFT} ${y(level)}H${right}` }),
    drawn("text", { x: LEFT - 8, y: y(level) + 6, "text-anchor": "end" }, signed(level))));
  const lines = seats.map((seat) => drawn("polyline", {
    class: `line seat-${seat}`,
    points: points.map((scores, at) => `${x(at).toFixed(1)},${(y(scores[seat]) - seat).toFixed(1)}`).join(" "),
  }));
  const turns = turning.map(({ at, seat, story }) => turnOf(x(at), y(points[at][seat]) - seat, seat, story, () => open(at)));
  const heights = apart(seats.map((seat) => y(points.at(-1)[seat])));
  const marks = seats.map((seat) =>
    drawn("foreignObject", { x: right + 6, y: heights[seat] - MARK / 2, width: MARK, height: MARK }, h("span", { class: `mark seat-${seat}` })));
  return drawn("svg", { viewBox: `0 0 ${wide} ${HIGH}`, class: "chart", role: "img",
    "aria-label": words }, ...levels, ...lines, ...turns, ...marks);
}

function turnOf(x, y, seat, story, open) {
  const made = drawn("g", { class: `turning seat-${seat}` },
    drawn("path", { d: `M${x} 0V${y}` }),
    drawn("circle", { cx: x, cy: y, r: 22 }),
    drawn("foreignObject", { x: x - MARK / 2, y: y - MARK / 2, width: MARK, height: MARK }, h("span", { class: "mark", title: story })));
  made.addEventListener("click", open);
  return made;
}

/** The same heights, moved apart as far as marks need it, and kept on the paper. */
function apart(heights) {
  const order = heights.map((_height, k) => k).sort((one, other) => heights[one] - heights[other]);
  const room = Math.min(MARK + 1, (HIGH - MARK) / Math.max(1, heights.length - 1));
  const placed = [...heights];
  order.forEach((k, rank) => {
    const above = rank ? placed[order[rank - 1]] + room : MARK / 2;
    const below = HIGH - MARK / 2 - room * (order.length - 1 - rank);
    placed[k] = Math.min(Math.max(placed[k], above), below);
  });
  return placed;
}
