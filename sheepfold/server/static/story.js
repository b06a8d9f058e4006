// What happened, in words: a short log with the rule behind each line, and a live region for those who listen.
import { _, h, mark } from "./common.js";

const MOST = 120;

export class Story {
  constructor(list, told, onRule) {
    this.list = list;
    this.told = told;
    this.onRule = onRule;
    this.steps = new Map();
  }

  /** Take in what a state says has happened; after taking back, what no longer happened is gone. */
  add({ length, steps }, aloud = true) {
    for (const at of [...this.steps.keys()]) if (at >= length - steps.length) this.steps.delete(at);
    steps.forEach((step, k) => this.steps.set(length - steps.length + k, step));
    const first = length - MOST;
    for (const at of [...this.steps.keys()]) if (at < first) this.steps.delete(at);
    this.show(aloud ? steps.length : 0);
    const words = steps.map((step) => step.story).filter(Boolean).join(" ");
    if (aloud && this.told && words) this.told.replaceChildren(h("p", {}, words));
  }

  show(fresh) {
    const entries = [...this.steps].sort(([one], [other]) => other - one).filter(([, step]) => step.story);
    this.list.replaceChildren(...entries.map(([, step], k) => this.line(step, k < fresh)));
  }

  line(step, fresh) {
    const rule = step.events.find((event) => event.rule)?.rule;
    const seat = step.seat ?? step.events.find((event) => event.seat >= 0 && event.seat < 8)?.seat;
    return h("li", { class: `${seat == null ? "" : `seat-${seat}`}${fresh ? " new" : ""}` },
      mark(),
      h("span", { class: "told" }, step.story,
        rule && h("button", { class: "why", "aria-label": _("Why? Rule {rule}", { rule }), onclick: () => this.onRule(rule) }, _("why?"))),
    );
  }
}
