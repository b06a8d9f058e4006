// What happened, in words: a short log with the rule behind each line, and a live region for those who listen.
import { aloud } from "./aloud.js";
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
    this.turns = new WeakMap();
    this.ats = new WeakMap();
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
    if (this.told) aloud(words);
  }

  /** While a game is replayed, what came later is not told yet. */
  until(length) {
    this.list.querySelectorAll("li li").forEach((line) => line.classList.toggle("later", this.ats.get(line) >= length));
  }

  /** The newest turn first, and each told in its order. */
  show(fresh) {
    const sorted = [...this.steps].sort(([one], [other]) => one - other);
    const inOrder = sorted.map(([, step]) => step);
    const news = new Set(inOrder.slice(inOrder.length - fresh));
    const told = Story.worthTelling(inOrder);
    for (const step of told) if (!this.lines.has(step)) this.lines.set(step, this.line(step));
    for (const [at, step] of sorted) if (this.lines.has(step)) this.ats.set(this.lines.get(step), at);
    for (const step of told) this.lines.get(step).classList.toggle("new", news.has(step));
    const groups = Story.turns(told).reverse();
    const kept = new Set(groups.map(([first]) => this.turns.get(first)));
    for (const turn of [...this.list.children]) if (!kept.has(turn)) turn.remove();
    groups.forEach((steps, k) => {
      const turn = this.turnOf(steps);
      if (this.list.children[k] !== turn) this.list.insertBefore(turn, this.list.children[k] ?? null);
    });
  }

  /** What somebody did one thing after the other, and what came of it, is one turn. */
  static turns(steps) {
    const groups = [];
    for (const step of steps) {
      const last = groups.at(-1);
      if (last && seatOf(last[0]) === seatOf(step)) last.push(step);
      else groups.push([step]);
    }
    return groups;
  }

  turnOf(steps) {
    const [first] = steps;
    const seat = seatOf(first);
    if (!this.turns.has(first)) this.turns.set(first, h("li", { class: seat == null ? "turn" : `turn seat-${seat}` }, mark(), h("ol", {})));
    const turn = this.turns.get(first);
    const lines = steps.map((step) => this.lines.get(step));
    const list = turn.querySelector("ol");
    if (list.children.length !== lines.length || lines.some((line, k) => list.children[k] !== line)) list.replaceChildren(...lines);
    return turn;
  }

  line(step) {
    const rule = step.events.find((event) => event.rule)?.rule;
    return h("li", {}, step.story,
      rule && h("button", { class: "why", "aria-label": _("Why? Rule {rule}", { rule }), onclick: () => this.onRule(rule) }, _("why?")));
  }
}

/** Whose turn a step belongs to. */
const seatOf = (step) => step.seat ?? step.events.find((event) => event.seat >= 0 && event.seat < 8)?.seat ?? null;
