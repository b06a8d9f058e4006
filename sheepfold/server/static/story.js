// What happened, in words: a short log with the rule behind each line, and a live region for those who listen.
import { _, h, mark } from "./common.js";

const MOST = 120;
const LONGEST_RUN = 6;

export class Story {
  constructor(list, told, onRule) {
    this.list = list;
    this.told = told;
    this.onRule = onRule;
    this.steps = new Map();
    this.lines = new WeakMap();
    this.length = null;
  }

  /** Setting up takes dozens of draws, which the board shows better than words: of a long run only its end is told. */
  static worthTelling(steps) {
    let run = 0;
    const fromEnd = [...steps].reverse().filter((step) => {
      run = step.seat == null ? run + 1 : 0;
      return step.story && run <= LONGEST_RUN;
    });
    return fromEnd.reverse();
  }

  /** Take in what a state says has happened; after taking back, what no longer happened is gone. */
  add({ length, steps }) {
    for (const at of [...this.steps.keys()]) if (at >= length - steps.length) this.steps.delete(at);
    steps.forEach((step, k) => this.steps.set(length - steps.length + k, step));
    for (const at of [...this.steps.keys()]) if (at < length - MOST) this.steps.delete(at);
    const known = this.length === null ? length : length < this.length ? length - steps.length : this.length;
    const fresh = steps.slice(Math.max(0, steps.length - (length - known)));
    this.length = length;
    this.show(fresh.length);
    const words = Story.worthTelling(fresh).map((step) => step.story).join(" ");
    if (this.told && words) this.told.replaceChildren(h("p", {}, words));
  }

  show(fresh) {
    const inOrder = [...this.steps].sort(([one], [other]) => one - other).map(([, step]) => step);
    const news = new Set(inOrder.slice(inOrder.length - fresh));
    const told = Story.worthTelling(inOrder).reverse();
    for (const step of told) if (!this.lines.has(step)) this.lines.set(step, this.line(step));
    const wanted = told.map((step) => this.lines.get(step));
    const kept = new Set(wanted);
    for (const line of [...this.list.children]) if (!kept.has(line)) line.remove();
    wanted.forEach((line, k) => {
      line.classList.toggle("new", news.has(told[k]));
      if (this.list.children[k] !== line) this.list.insertBefore(line, this.list.children[k] ?? null);
    });
  }

  line(step) {
    const rule = step.events.find((event) => event.rule)?.rule;
    const seat = step.seat ?? step.events.find((event) => event.seat >= 0 && event.seat < 8)?.seat;
    return h("li", { class: seat == null ? null : `seat-${seat}` },
      mark(),
      h("span", { class: "told" }, step.story,
        rule && h("button", { class: "why", "aria-label": _("Why? Rule {rule}", { rule }), onclick: () => this.onRule(rule) }, _("why?"))),
    );
  }
}
