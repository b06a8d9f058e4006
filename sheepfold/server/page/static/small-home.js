// Home for those who cannot read yet: a tap on a picture is a game with two friends.
import { ask, trying } from "./common.js";
import { onLongPress } from "./holding.js";
import "./install.js"; // no banner of the browser's own

/** They wait for whoever lags behind: also who taps whatever glows wins now and then. */
const FRIENDS = 2;

for (const button of document.querySelectorAll("[data-play]")) {
  button.addEventListener("click", () => {
    button.disabled = true;
    trying(() => play(button.dataset)).finally(() => (button.disabled = false));
  });
  button.disabled = false; // a tap before somebody listens would have been one in vain
}

async function play({ play: game, options }) {
  const friends = Array.from({ length: FRIENDS }, () => ({ kind: "bot", bot: "friend" }));
  const made = await ask("POST", "/api/tables", {
    game, players: FRIENDS + 1, options: JSON.parse(options), chairs: [{ kind: "here" }, ...friends],
    manners: { lots: true, pace: "usual" }, start: true, first: 0,
  });
  location.href = `/t/${made.table}?small=1`;
}

for (const button of document.querySelectorAll(".grown-ups")) onLongPress(button, () => (location.href = button.dataset.to));
