// After the game: places, points and how they came about; then the replay, sharing, and once more.
import { _, h, mark } from "./common.js";
import { nameOf, signed } from "./people.js";

const NS = "http://www.w3.org/2000/svg";
const WIDE = 620, HIGH = 200, LEFT = 44, RIGHT = 580, TOP = 16, BOTTOM = 184, MARK = 26;

export function ending({ table, state, links, chart }, act) {
  const { places, words, rule } = state.ending;
  const order = places.map((_place, seat) => seat).sort((one, other) => places[one] - places[other]);
  return [
    h("div", { class: "head" },
      h("p", { class: "sentence", id: "sentence", role: "status" }, h("span", {}, state.sentence)), next(table, links, act)),
    h("div", { class: "main-part" },
      h("ol", { class: "places" }, ...order.map((seat) => placeOf(table, state.ending, seat))),
      h("div", { id: "replay" }),
      h("div", { class: "how" }, h("h2", {}, _("How it came about")),
        h("p", {}, words, " ", h("button", { class: "quiet", onclick: () => act.rules(rule) }, _("why?"))), chart)),
  ];
}

function placeOf(table, { places, scores, has_points: counts, accounts }, seat) {
  return h("li", { class: `seat-${seat}${places[seat] === 1 ? " first" : ""}` },
    h("span", { class: "place" }, `${places[seat]}.`), mark(),
    h("span", { class: "who" }, h("b", { title: nameOf(table, seat) }, nameOf(table, seat)), accounts[seat] ? h("small", {}, accounts[seat]) : null),
    counts ? h("span", { class: "points", "aria-label": pointsOf(scores[seat]) }, signed(scores[seat])) : null);
}

/** What one does after a game. */
function next(table, links, act) {
  const plays = table.chairs.some((chair) => chair.here) || table.maker;
  const download = (what, ending, words) =>
    h("a", { class: "button", href: `/api/tables/${table.table}/${what}`, download: `${table.game}-${table.table}.${ending}` }, words);
  return h("div", { class: "doing" },
    table.rematch ? h("a", { class: "button main", href: `/t/${table.rematch}` }, _("To the next game"))
      : plays ? h("button", { class: "main", "data-key": "again", onclick: act.rematch }, _("Once more")) : null,
    links?.watch ? h("button", { "data-key": "share", onclick: () => act.copy(links.watch) }, _("Share the link")) : null,
    download("record", "txt", _("Record")),
    download("picture.svg", "svg", _("Picture")));
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

/** The points in the course of the game, as lines in the seats' colours that end in their marks. */
export function drawChart(points) {
  const seats = points[0].map((_point, seat) => seat);
  const [low, high] = [Math.min(0, ...points.flat()), Math.max(1, ...points.flat())];
  const x = (at) => LEFT + ((RIGHT - LEFT) * at) / (points.length - 1);
  const y = (score) => BOTTOM - ((BOTTOM - TOP) * (score - low)) / (high - low);
  const apartFromZero = (level) => level === 0 || Math.abs(y(level) - y(0)) > 14;
  const levels = [...new Set([low, 0, high])].filter(apartFromZero).map((level) => drawn("g", { class: "level" },
    drawn("path", { d: `M${LEFT} ${y(level)}H${RIGHT}` }),
    drawn("text", { x: LEFT - 8, y: y(level) + 6, "text-anchor": "end" }, signed(level))));
  const lines = seats.map((seat) => drawn("polyline", {
    class: `line seat-${seat}`,
    points: points.map((scores, at) => `${x(at).toFixed(1)},${(y(scores[seat]) - seat).toFixed(1)}`).join(" "),
  }));
  const heights = apart(seats.map((seat) => y(points.at(-1)[seat])));
  const marks = seats.map((seat) =>
    drawn("foreignObject", { x: RIGHT + 6, y: heights[seat] - MARK / 2, width: MARK, height: MARK }, h("span", { class: `mark seat-${seat}` })));
  return drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img",
    "aria-label": _("The points of everybody in the course of the game") }, ...levels, ...lines, ...marks);
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
