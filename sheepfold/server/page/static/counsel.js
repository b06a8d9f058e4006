// The coach that may stay: what can be done, what would be regretted, and why something happened. One tap turns it off.
import { _, ask, h, icon, remembered } from "./common.js";

const ENOUGH = 2; // so often the same rule is explained at a table

/** Whether this person wants a coach. */
export const isWanted = () => Boolean(remembered("coach"));
export const want = (wanted) => remembered("coach", wanted ? "1" : "");

const main = document.getElementById("main");

export class Counsel {
  /** `turned`: the coach was sent away or called, so other things are to be asked for; `render`: something new is known. */
  constructor(now, path, { turned, render, rules }) {
    Object.assign(this, { now, path, turned, render, rules, weighed: null, asked: null, said: new Map(), lately: [], heard: null });
  }

  get isOn() {
    return Boolean(this.now.table?.manners.coach) && isWanted() && !this.now.state?.lesson && !("small" in main.dataset || "screen" in main.dataset);
  }

  call() {
    if (!isWanted()) this.toggle();
  }

  toggle() {
    want(!isWanted());
    Object.assign(this, { weighed: null, asked: null, lately: [] });
    this.turned();
  }

  /** What happened, as the board shows it: the latest that is worth a word; a rule is not explained again and again. */
  hear(state) {
    if (!this.isOn || this.heard === state) return;
    this.heard = state;
    const fresh = state.steps.flatMap((step) => step.remarks ?? []).filter(({ words, rule }) => {
      const times = (this.said.get(words) ?? 0) + 1;
      this.said.set(words, times);
      return !rule || times <= ENOUGH;
    });
    if (fresh.length) this.lately = [fresh.findLast(({ rule }) => !rule), fresh.findLast(({ rule }) => rule)].filter(Boolean);
    else if (state.steps.some((step) => step.seat != null)) this.lately = [];
  }

  /** What choices are worth takes a moment of thinking: asked for once for every question. */
  async weigh() {
    const { state, path, now } = { ...this, state: this.now.state };
    const decision = `${state?.eyes}/${state?.decision}/${state?.length}`;
    if (!this.isOn || !state?.choices || state.choices.length < 2 || state.clock || this.asked === decision || this.isWeighing) return;
    Object.assign(this, { asked: decision, weighed: null, isWeighing: true });
    const found = await ask("POST", `${path}/coach`, { seat: state.eyes }).catch(() => null);
    this.isWeighing = false;
    if (found && now.state.decision === state.decision) this.weighed = found;
    this.render();
  }

  /** What speaks against a choice. */
  against(choice) {
    if (!this.isOn || !choice) return null;
    const byRule = this.now.state.coach?.warnings[choice.warning];
    const byWorth = this.weighed?.warnings[choice.action];
    return byRule ?? (byWorth ? { words: byWorth } : null);
  }

  /** Whether it asks before a choice goes; where time runs it only says what it thinks. */
  stops(choice) {
    return Boolean(this.against(choice)) && !this.now.state.clock;
  }

  /** What it says now: a warning before anything else. */
  line(choice) {
    if (!this.isOn) return null;
    const warning = this.against(choice);
    const { state, isMine } = this.now;
    const said = warning ? [warning] : [...this.lately, ...(isMine && state.coach?.can_do ? [{ words: state.coach.can_do, isNow: true }] : [])];
    if (!said.length) return null;
    return h("section", { class: warning ? "counsel warns" : "counsel", "aria-label": _("The coach") },
      h("span", { class: "face", "aria-hidden": "true" }, icon("shepherd")),
      h("div", { role: warning ? "alert" : null }, ...said.map((each) => this.sentence(each))),
      h("button", { class: "icon", "data-key": "coach-off", "aria-label": _("Send the coach away"), title: _("Send the coach away"), onclick: () => this.toggle() }, icon("close")));
  }

  sentence({ words, rule, isNow }) {
    return h("p", { class: isNow ? "now" : null }, words, " ",
      rule ? h("button", { class: "why", "aria-label": _("Why? Rule {rule}", { rule }), onclick: () => this.rules(rule) }, _("why?")) : null);
  }

  /** What one taps to call it, or to send it away. */
  tool() {
    if (!this.now.table?.manners.coach || this.now.state?.lesson) return null;
    const words = _("Coach");
    return h("button", { "data-key": "coach", "aria-label": words, title: _("A coach: says what can be done, and warns"), "aria-pressed": String(isWanted()), onclick: () => this.toggle() },
      icon("shepherd"), h("span", {}, words));
  }
}
