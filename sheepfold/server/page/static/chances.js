// How likely everybody is to win: for those who watch, after the game, and for players where the table wants it.
import { _, h } from "./common.js";
import { drawChart } from "./ending.js";

/** Whether chances are shown now: whoever plays sees them only where the table wants it, or when they look back. */
export function showsChances(table, state) {
  const plays = table.status === "running" && table.chairs.some((chair) => chair.here);
  return Boolean(state?.chances) && (!plays || table.manners.chances);
}

/** One chance, beside a name. */
export function chanceOf(n) {
  return h("span", { class: "chance", title: _("How likely it is to win, as those who watch see it"), "aria-label": _("{n} of 100 to win", { n }) }, `${n}\u202f%`);
}

/** The chances in the course of the game, with a word on what they are; turning points hang on them where there are no points. */
export function chancesChart(chances, turning = [], open = null) {
  const words = _("How likely everybody was to win, of 100");
  return h("figure", { class: "odds" }, h("figcaption", {}, words), drawChart(chances, words, turning, open));
}
