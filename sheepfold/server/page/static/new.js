// A new table: sensible defaults, and presets that fill in the chairs.
import "./beginning.js";
import { _, ask, h, mark, notice, remembered, trying } from "./common.js";

const LARGEST_MATERIAL = 200_000;
const form = document.getElementById("new");
const chairs = [...form.querySelectorAll("[data-chair]")];
const set = form.querySelector("button.main");
const whoBegins = form.querySelector("#who-begins");
const value = (name) => form.querySelector(`[name=${name}]:checked`).value;
const players = () => Number(value("players"));

function usual(preset, seat) {
  if (preset === "here") return "here";
  if (preset === "screen") return "open";
  if (preset === "link") return seat === 0 ? "here" : "open";
  return seat === 0 ? "here" : "bot:ewe";
}

function fill() {
  for (const [seat, chair] of chairs.entries()) {
    chair.querySelector("select").value = usual(value("preset"), seat);
  }
  show();
}

function show() {
  for (const [seat, chair] of chairs.entries()) {
    chair.hidden = seat >= players();
    chair.querySelector("input").hidden = chair.querySelector("select").value !== "here";
  }
  askWhoBegins();
}

/** Several people here, and nobody else to wait for: they are asked the print's question now, others in the lobby. */
function askWhoBegins() {
  if (!whoBegins) return;
  const seated = chairs.slice(0, players()).map(wished);
  const people = seated.flatMap(({ kind }, seat) => (kind === "here" ? [seat] : []));
  whoBegins.hidden = people.length < 2 || seated.some(({ kind }) => kind === "open");
  const called = (seat) => seated[seat].name ?? chairs[seat].querySelector("input").placeholder;
  // What stays the same is not built anew: it may just be pressed.
  const stamp = JSON.stringify(people.map((seat) => [seat, called(seat)]));
  if (stamp === whoBegins.dataset.asked) return;
  whoBegins.dataset.asked = stamp;
  const chosen = value("first");
  const pick = (seat) => h("label", { class: `seat-${seat}` },
    h("input", { type: "radio", name: "first", value: seat }), h("span", {}, mark(), called(seat)));
  const lots = whoBegins.querySelector("[value=lots]").parentNode;
  lots.parentNode.replaceChildren(...people.map(pick), lots);
  (whoBegins.querySelector(`[value="${chosen}"]`) ?? lots.firstChild).checked = true;
}

/** Who begins, if the game starts at once: lots are drawn for one person among bots. */
function first() {
  if (!whoBegins) return null;
  const chosen = whoBegins.hidden ? "lots" : value("first");
  return chosen === "lots" ? chosen : Number(chosen);
}

function wished(chair) {
  const [kind, bot] = chair.querySelector("select").value.split(":");
  if (bot) return { kind, bot };
  const name = chair.querySelector("input").value.trim();
  return kind === "here" ? { kind, name: name || null } : { kind };
}

function options() {
  const chosen = {};
  for (const input of form.querySelectorAll("[data-option]")) {
    const kind = input.dataset.kind;
    if (kind === "flag") chosen[input.dataset.option] = input.checked;
    else if (kind === "number") chosen[input.dataset.option] = Number(input.value === "" ? input.dataset.default : input.value);
    else chosen[input.dataset.option] = /^\d+$/.test(input.value) ? Number(input.value) : input.value;
  }
  return chosen;
}

async function make() {
  const seated = chairs.slice(0, players()).map(wished);
  const named = seated.find((chair) => chair.kind === "here" && chair.name);
  if (named && chairs[0].querySelector("input").value.trim()) remembered("name", named.name);
  const decision = Number(form.querySelector("#decision").value) || null;
  const lots = !form.querySelector("#choose")?.checked;
  const made = await ask("POST", "/api/tables", {
    game: form.dataset.game,
    players: players(),
    options: options(),
    chairs: seated,
    material: form.querySelector("#material")?.value.trim() || null,
    manners: { hints: form.querySelector("#hints").checked, coach: form.querySelector("#coach").checked, undo: form.querySelector("#undo").checked, chances: form.querySelector("#chances").checked, decision_seconds: decision, lots },
    start: seated.every((chair) => chair.kind !== "open"),
    first: first(),
  });
  location.href = `/t/${made.table}${value("preset") === "screen" ? "?screen=1" : ""}`;
}

const material = form.querySelector("#material");
form.querySelector("#material-file")?.addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file?.size > LARGEST_MATERIAL) return notice(_("This file is too large to be a game's material."));
  if (file) material.value = await file.text();
});
form.querySelector("#material-ours")?.addEventListener("click", () => {
  material.value = form.querySelector("#ours").content.textContent;
});
form.addEventListener("change", (event) => (event.target.name === "preset" ? fill() : show()));
form.addEventListener("input", (event) => event.target.type === "text" && askWhoBegins());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  set.disabled = true; // two taps are one table
  trying(make).finally(() => (set.disabled = false));
});
chairs[0].querySelector("input").value ||= remembered("name"); // somebody may have been quicker than this script
fill();
set.disabled = false; // pressed before, it would have sent the form away as browsers do, and everything in it would be lost
