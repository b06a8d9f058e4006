// What is said to those who listen: what happened, in order; whose turn it is; and of an hourglass only what one must know.
import { _, h } from "./common.js";
import { unmarked } from "./people.js";

const KEPT = 8;
const LATE = 10;

/** Say something; what was said before is not taken back. */
export function aloud(words) {
  const place = document.getElementById("told");
  if (!place || !words) return;
  place.append(h("p", {}, words));
  while (place.children.length > KEPT) place.firstChild.remove();
}

let said = { decision: null, asked: null, clock: null, ended: false };

/** A new question is said once, however often the page is drawn. */
export function askAloud({ decision, sentence }) {
  if (decision == null || said.decision === decision) return;
  said.decision = decision;
  aloud(sentence);
}

/** How it ended, and who has won, is said once. */
export function endAloud({ ending, sentence }) {
  if (ending && !said.ended) aloud(sentence);
  said.ended = Boolean(ending);
}

/** Whether one is sure is asked once. */
export function confirmAloud(asking, table) {
  const words = asking ? unmarked(table, asking.words || asking.action) : null;
  if (words === said.asked) return;
  said.asked = words;
  if (words) aloud(_("Are you sure? {what}", { what: words }));
}

/** An hourglass is heard three times: when it begins, at its half, and when it is nearly out. */
export function clockAloud(left, full, running) {
  if (!running) return (said.clock = null);
  const stage = left <= Math.min(LATE, full / 4) ? "late" : left <= full / 2 ? "half" : "begun";
  if (said.clock === stage) return;
  said.clock = stage;
  aloud(_("{n} seconds left.", { n: Math.ceil(left) }));
}
