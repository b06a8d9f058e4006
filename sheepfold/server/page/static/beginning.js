// One tap to a game: against bots, or a coached first one.
import { ask, remembered, trying } from "./common.js";

const me = () => ({ kind: "here", name: remembered("name") || null });

async function goTo(wish) {
  const made = await ask("POST", "/api/tables", wish);
  location.href = `/t/${made.table}`;
}

/** One person among bots is not asked who begins: lots are drawn, unless the game finds it out by itself. */
export function playNow(game, players, lots) {
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot", bot: "ewe" }));
  return goTo({ game, players, chairs: [me(), ...bots], manners: { lots: true }, start: true, first: lots ? "lots" : null });
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
