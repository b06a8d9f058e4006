// Before the game: who sits where, the invitation as link and QR code, sitting down, and starting.
import { _, h, mark, remembered } from "./common.js";
import { about, nameOf } from "./people.js";

export function lobby({ table, links, sitting }, act) {
  const free = table.chairs.some((chair) => chair.kind === "open");
  const seated = table.chairs.some((chair) => chair.here);
  return h("div", { class: "lobby", id: "lobby" },
    h("div", {},
      h("div", { class: "wide" },
        h("h2", {}, _("The table is set")),
        h("p", { role: "status" }, table.note, " ",
          table.status === "open" && !free && !table.maker ? _("Whoever has set the table starts the game.") : "")),
      isAsked(table, free) && table.maker ? whoBegins(table, act) : null,
      h("ul", { class: "chairs" }, ...table.chairs.map((chair) => chairRow(table, chair, { seated, sitting }, act))),
      free && links?.invite ? qr(table.table, "invite", _("Scan to sit down")) : null,
      h("p", { class: "doing wide" },
        table.maker && table.status === "open" && !isAsked(table, free) && startButton(table, free, act),
        free && links?.invite &&
          h("button", { "data-key": "copy", onclick: () => act.copy(links.invite) }, _("Copy the invitation")),
        links?.watch &&
          h("button", { class: "quiet", onclick: () => act.copy(links.watch) }, _("Copy a link to watch")))));
}

const people = (table) => table.chairs.filter((chair) => chair.kind === "person");

/** Several people and nobody else to wait for: they say who begins, where the print asks. One among bots is not asked. */
const isAsked = (table, free) => Boolean(table.status === "open" && !free && people(table).length > 1 && table.who_begins);

/** The print's question; whoever is the answer begins, and the game with them. */
function whoBegins(table, act) {
  const answer = (chair) =>
    h("button", { class: `seat-${chair.seat}`, "data-key": `first-${chair.seat}`, onclick: () => act.start(chair.seat) },
      mark(), nameOf(table, chair.seat));
  return h("div", { class: "wide who-begins", id: "who-begins" },
    h("h3", {}, table.who_begins), h("p", {}, _("Whoever it is begins, and the game with them.")),
    h("div", { class: "doing" }, ...people(table).map(answer), startButton(table, false, act)));
}

/** Where nobody is asked, or nobody knows the answer, lots are drawn. */
function startButton(table, free, act) {
  const asked = isAsked(table, free);
  const how = { class: asked ? "" : "main", disabled: free, "data-key": "start" };
  const start = () => act.start(table.who_begins ? "lots" : null);
  return h("button", { ...how, onclick: start }, asked ? _("Draw lots and start") : _("Start the game"));
}

function chairRow(table, chair, { seated, sitting }, act) {
  const open = chair.kind === "open";
  const name = h("b", {}, open ? _("free") : nameOf(table, chair.seat), " ", open ? null : h("small", {}, about(chair)));
  const tools = [];
  if (open && table.status === "open") {
    if (sitting === chair.seat) tools.push(sitForm(chair.seat, act));
    else if (!seated || table.maker) tools.push(sitButton(chair.seat, seated, act));
    if (table.maker && sitting !== chair.seat) tools.push(botPicker(chair.seat, act));
  } else if (table.status === "open" && chair.here) {
    tools.push(h("button", { class: "quiet", onclick: () => act.leave(chair.seat) }, _("Get up")));
  } else if (table.status === "open" && table.maker && chair.kind !== "open") {
    tools.push(h("button", { class: "quiet", onclick: () => act.free(chair.seat) }, _("Free the chair")));
  }
  return h("li", { class: `seat-${chair.seat}` }, mark(), name, ...tools);
}

function sitButton(seat, seated, act) {
  const how = { class: seated ? "" : "main", "data-key": `sit-${seat}`, onclick: () => act.wantToSit(seat) };
  return h("button", how, _("Sit down here"));
}

function botPicker(seat, act) {
  const place = () => select.value && act.place(seat, select.value);
  const levels = document.getElementById("levels").content.cloneNode(true).children;
  const select = h("select", { "aria-label": _("Put a bot here"), onchange: place },
    h("option", { value: "" }, _("Put a bot here …")), ...levels);
  select.value = "";
  return select;
}

function sitForm(seat, act) {
  const words = { "aria-label": _("Your name"), placeholder: _("Your name"), autocomplete: "nickname" };
  const field = h("input", { type: "text", maxlength: 40, required: true, "data-key": "name", ...words });
  field.value = remembered("name");
  const onsubmit = (event) => {
    event.preventDefault();
    act.sit(seat, field.value.trim());
  };
  return h("form", { onsubmit }, field, h("button", { class: "main" }, _("Sit down")));
}

/** Whoever comes in by the code in the middle is asked for a name at once: at the colour of last time, if it is free. */
export function firstChoice({ chairs, status }, isHand) {
  if (!isHand || status !== "open" || chairs.some((chair) => chair.here)) return null;
  const free = chairs.filter((chair) => chair.kind === "open").map((chair) => chair.seat);
  const usual = Number(remembered("colour") || -1);
  return free.includes(usual) ? usual : free[0] ?? null;
}

/** A link as a picture; on the screen in the middle it is one for hands. */
export function qr(table, which, words) {
  const hand = document.body.matches(".as-screen") ? "&hand=true" : "";
  const source = `/api/tables/${table}/qr.svg?which=${which}${hand}`;
  return h("figure", { class: "qr" },
    h("img", { src: source, alt: _("QR code of the link"), width: 240, height: 240 }), h("figcaption", {}, words));
}
