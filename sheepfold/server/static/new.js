// A new table: sensible defaults, and presets that fill in the chairs.
import { _, ask, notice, remembered, trying } from "./common.js";

const LARGEST_MATERIAL = 200_000;
const form = document.getElementById("new");
const chairs = [...form.querySelectorAll("[data-chair]")];
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
  const first = seated.find((chair) => chair.kind === "here" && chair.name);
  if (first && chairs[0].querySelector("input").value.trim()) remembered("name", first.name);
  const decision = Number(form.querySelector("#decision").value) || null;
  const made = await ask("POST", "/api/tables", {
    game: form.dataset.game,
    players: players(),
    options: options(),
    chairs: seated,
    material: form.querySelector("#material")?.value.trim() || null,
    manners: { hints: form.querySelector("#hints").checked, undo: form.querySelector("#undo").checked, decision_seconds: decision },
    start: seated.every((chair) => chair.kind !== "open"),
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
form.addEventListener("submit", (event) => {
  event.preventDefault();
  trying(make);
});
chairs[0].querySelector("input").value = remembered("name");
fill();
