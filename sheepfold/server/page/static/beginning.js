// One tap to a game: against bots, or a coached first one.
import { ask, remembered, trying } from "./common.js";

const me = () => ({ kind: "here", name: remembered("name") || null });

async function goTo(wish) {
  const made = await ask("POST", "/api/tables", wish);
  location.href = `/t/${made.table}`;
}

/** One person among bots begins: they alone wear a pullover, or are young. Some games find it out by themselves. */
export function playNow(game, players) {
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot", bot: "ewe" }));
  return goTo({ game, players, chairs: [me(), ...bots], manners: { lots: true }, start: true, first: 0 });
}

/** A coached first game: the lesson sets the table. */
export const teach = (game) => goTo({ game, chairs: [me()], lesson: true });

/** Have a button begin something; it cannot be pressed twice meanwhile. */
export function begins(button, what) {
  button.addEventListener("click", () => {
    button.disabled = true;
    trying(what).finally(() => (button.disabled = false));
  });
}

for (const button of document.querySelectorAll("[data-learn]")) begins(button, () => teach(button.dataset.learn));
