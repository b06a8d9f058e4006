// Why not? A tap on something that leads nowhere is answered with one sentence, and with the rule it follows from.
import { _, h, notice } from "./common.js";

/** What a tap in vain does at a table: ask the server, which knows the rules, and say what it answers. */
export function whyNotAt({ now, stage, ask, open }) {
  return async (part) => {
    const { state, table } = now;
    const seat = state?.eyes;
    if (seat == null || table?.status !== "running" || now.sending || now.replay || !stage().isThere) return;
    const answer = await ask({ seat, parts: [...now.choosing.path, part] });
    if (answer.type === "why") sayWhyNot(answer, open);
  };
}

/** Whoever goes on needs the reason no more. */
export function forgetWhyNot() {
  for (const before of document.querySelectorAll("#toasts .why-not")) before.closest(".toast").remove();
}

/** The sentence, with a way to its rule; it takes the place of the one before, for they would cover the board together. */
export function sayWhyNot({ words, rule }, open) {
  forgetWhyNot();
  notice(h("span", { class: "why-not", role: "status" }, words, " ", rule ? h("button", { onclick: () => open(rule) }, _("why?")) : null));
}
