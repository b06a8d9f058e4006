// Who sits around the table: colour, mark, name, points, and whether they are there.
import { chanceOf, showsChances } from "./chances.js";
import { _, h, mark } from "./common.js";

/** One short line about a chair. */
export function about(chair, alone) {
  if (chair.kind === "open") return _("free");
  if (chair.kept) return _("away; a bot keeps the chair");
  if (chair.kind === "bot") return chair.warming ? _("bot, still warming up") : _("bot");
  if (chair.kind === "program") return _("a program");
  if (chair.here) return alone ? _("you") : _("at this device");
  return chair.present ? _("there") : _("away");
}

/** A number as people write it. */
export const signed = (number) => String(number).replace("-", "−");

export function nameOf(table, seat) {
  return table.chairs[seat]?.name || _("Chair {n}", { n: seat + 1 });
}

const MARK = /([●▲■◆★✚☾♥])/u;
const MARKS = "●▲■◆★✚☾♥";
const ofMark = (table, sign) => nameOf(table, MARKS.indexOf(sign));

/** The same words for those who listen: a mark is no word, so it is said whose it is. */
export const unmarked = (table, words) => words?.replace(new RegExp(MARK, "gu"), (sign) => ofMark(table, sign));

/** Words with marks in them, for both: seen as marks, heard as names. */
export const marked = (table, words) =>
  words.split(MARK).flatMap((part) => (MARK.test(part) ? [h("span", { "aria-hidden": "true" }, part), h("span", { class: "away" }, ofMark(table, part))] : part));

let shown = "";

export function showPeople(list, { table, state }) {
  const acting = table.status === "running" ? state?.to_act ?? [] : [];
  const chances = showsChances(table, state) ? state.chances : null;
  const stamp = JSON.stringify([table.chairs, acting, state?.scores, chances]);
  if (stamp === shown) return;
  shown = stamp;
  const alone = table.chairs.filter((chair) => chair.here).length === 1;
  list.replaceChildren(
    ...table.chairs.map((chair) => {
      const absent = chair.kind === "person" && !chair.present && !chair.kept && !chair.here;
      const classes = ["seat-" + chair.seat, acting.includes(chair.seat) && "acting", absent && "absent"];
      return h("li", { class: classes.filter(Boolean).join(" "), "data-seat": chair.seat },
        mark(),
        h("span", { class: "who" }, h("b", { title: nameOf(table, chair.seat) }, nameOf(table, chair.seat)),
          h("small", {}, about(chair, alone))),
        chances ? chanceOf(chances[chair.seat]) : null,
        state?.scores ? points(signed(state.scores[chair.seat])) : null,
      );
    }),
  );
}

function points(n) {
  return h("span", { class: "points", "aria-label": _("{n} points", { n }) }, n);
}

export const SAYINGS = () => ({
  "hello": _("Hello!"),
  "well done": _("Well done!"),
  "ouch": _("Ouch!"),
  "haha": _("Haha!"),
  "thinking": _("Hmm …"),
  "thanks": _("Thank you!"),
});
