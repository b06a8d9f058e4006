// After the game: places, points and how they came about; then the replay, sharing, and once more.
import { _, h, mark } from "./common.js";
import { nameOf, signed } from "./people.js";

const SAMPLES = 24;
const NS = "http://www.w3.org/2000/svg";

export function ending({ table, state, links, chart }, act) {
  const { places, scores, words, rule } = state.ending;
  const order = places.map((_place, seat) => seat).sort((one, other) => places[one] - places[other]);
  return [
    h("div", { class: "head" },
      h("p", { class: "sentence", id: "sentence", role: "status" }, h("span", {}, state.sentence)), next(table, links, act)),
    h("div", { class: "main-part" },
      h("ol", { class: "places" }, ...order.map((seat) =>
        h("li", { class: `seat-${seat}${places[seat] === 1 ? " first" : ""}` },
          h("span", { class: "place" }, `${places[seat]}.`), mark(),
          h("b", { title: nameOf(table, seat) }, nameOf(table, seat)),
          h("span", { class: "points", "aria-label": pointsOf(scores[seat]) }, signed(scores[seat]))))),
      h("div", { id: "replay" }),
      h("div", { class: "how" }, h("h2", {}, _("How it came about")),
        h("p", {}, words, " ", h("button", { class: "quiet", onclick: () => act.rules(rule) }, _("why?"))), chart)),
  ];
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

/** The points in the course of the game, as lines in the seats' colours that end in their marks. */
export async function drawChart(table, length, momentAt) {
  const moments = [];
  for (let k = 0; k <= SAMPLES; k++) {
    const at = Math.round((length * k) / SAMPLES);
    const { state } = await momentAt(at);
    if (state.scores) moments.push([at, state.scores]);
  }
  if (moments.length < 3) return null;
  const all = moments.flatMap(([, scores]) => scores);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (at) => 10 + (560 * at) / length;
  const y = (score) => 170 - (150 * (score - low)) / (high - low);
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 620 190");
  svg.setAttribute("class", "chart");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", _("The points of everybody in the course of the game"));
  table.chairs.forEach((chair, k) => {
    const line = document.createElementNS(NS, "polyline");
    line.setAttribute("class", `line seat-${chair.seat}`);
    line.setAttribute("points", moments.map(([at, scores]) => `${x(at)},${y(scores[chair.seat]) - k}`).join(" "));
    const box = document.createElementNS(NS, "foreignObject");
    const corner = { x: 575, y: y(moments.at(-1)[1][chair.seat]) - 12 - k, width: 40, height: 24 };
    for (const [name, value] of Object.entries(corner)) box.setAttribute(name, value);
    box.append(h("span", { class: `mark seat-${chair.seat}` }));
    svg.append(line, box);
  });
  return svg;
}
