// Among friends: what was played at this device tonight, who has won how often, and what comes next.
import { _, ask, h, mark, remembered } from "./common.js";
import { nameOf } from "./people.js";

const HOURS = 12;

function games() {
  try {
    const kept = JSON.parse(remembered("evening") || "[]");
    return kept.filter(({ at }) => Date.now() - at < HOURS * 3_600_000);
  } catch {
    return [];
  }
}

/** Remember how a game ended, once; and what the evening has come to, as soon as it is more than one game. */
export function tally(table, { places }) {
  const winners = table.chairs.filter((chair) => places[chair.seat] === 1).map((chair) => nameOf(table, chair.seat));
  const others = games().filter((each) => each.table !== table.table);
  const all = [...others, { table: table.table, at: Date.now(), winners }];
  remembered("evening", JSON.stringify(all));
  if (!others.length) return null;
  const won = (name) => all.filter((each) => each.winners.includes(name)).length;
  const seatOf = (name) => table.chairs.find((chair) => nameOf(table, chair.seat) === name)?.seat;
  const names = [...new Set(all.flatMap((each) => each.winners))]; // also of those who have gone, or have another colour now
  return h("div", { class: "evening" }, h("h2", {}, _("This evening: game {n}", { n: all.length })),
    h("ul", { class: "tally" }, ...names.sort((one, other) => won(other) - won(one)).map((name) =>
      h("li", { class: `seat-${seatOf(name)}` }, seatOf(name) == null ? null : mark(), h("b", {}, name), h("span", { class: "points", "aria-label": _("won: {n}", { n: won(name) }) }, "★".repeat(won(name)))))));
}

const known = { games: null };

/** The next game for the same people in one tap: everybody a chair further, or another game for as many. */
export function nextOfTheEvening(table, act) {
  const place = h("div", { class: "doing next-of-evening", role: "group", "aria-label": _("The next game") });
  const fits = ({ key, players: [low, high] }) => key !== table.game && low <= table.players && table.players <= high;
  const seats = h("button", { "data-key": "other-seats", onclick: () => act.rematch({ moved: true }) }, _("Other seats"));
  known.games ??= ask("GET", "/api/games").catch(() => []);
  known.games.then((games) => place.replaceChildren(seats, ...games.filter(fits).map(({ key, name }) =>
    h("button", { "data-key": `next-${key}`, onclick: () => act.rematch({ game: key }) }, name))));
  return place;
}
