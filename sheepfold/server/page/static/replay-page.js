// The replay of a record that somebody opened or pasted; it was left for this page by the one before.
import { _, ask, h, isUpright } from "./common.js";
import { Board } from "./board.js";
import { Replay } from "./replay.js";
import { Stage } from "./stage.js";
import { Story } from "./story.js";

const record = sessionStorage.getItem("record") || "";
const board = new Board(document.getElementById("board"), () => {});
const stage = new Stage(board);
let story = null;
let length = null;

const momentAt = (at, whose) => ask("POST", "/api/replay", { record, at, eyes: whose, upright: isUpright() });

function show({ state }) {
  stage.finish();
  const playing = stage.add(state, { play: state.length === length + 1 });
  length = state.length;
  story.add({ length: state.length, steps: state.steps });
  const sentence = document.getElementById("sentence");
  sentence.replaceChildren(h("span", {}, state.ending ? state.ending.words : state.steps.at(-1)?.story || state.sentence));
  return playing;
}

async function begin() {
  if (!record) throw new Error(_("There is no record to show. Open one at home."));
  const first = await momentAt(null, null);
  story = new Story(document.getElementById("log"), null, (rule) => (location.href = `/rules/${first.game}#${rule}`));
  document.getElementById("panel").prepend(h("p", { class: "sentence", id: "sentence", role: "status" }));
  document.getElementById("title").append(` · ${first.names.join(", ")}`);
  new Replay(document.getElementById("replay"), { length: first.length, names: first.names, momentAt, show });
  stage.place(document.querySelector("#replay .doing"));
  show(first);
}

begin().catch((trouble) => document.getElementById("board").replaceChildren(h("p", { class: "waiting" }, trouble.message)));
