// Beside the board: the rules, the table's menu, and the curtain that keeps secrets between people at one device.
import { _, ask, h, icon, mark, parsed, trying } from "./common.js";
import { askToNotify, canFill, fillScreen, mayAskToNotify } from "./device.js";
import { nameOf } from "./people.js";
import { qr } from "./lobby.js";
import { findIn } from "./rules.js";

/** The rules in a drawer, opened at the rule asked for. */
export class Rules {
  constructor(dialog) {
    this.dialog = dialog;
    this.game = null;
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  async open(game, rule) {
    if (this.game !== game) await trying(() => this.load(game));
    if (this.game !== game) return;
    if (!this.dialog.open) this.dialog.showModal();
    const text = this.dialog.querySelector(".rules");
    this.dialog.querySelector("input").value = "";
    findIn(text, "");
    for (const found of text.querySelectorAll(".found")) found.classList.remove("found");
    const item = rule && text.querySelector(`#${CSS.escape(rule)}`);
    if (item) {
      item.classList.add("found");
      // Its words, not the middle of it: that may be a picture.
      item.querySelector(".rule-id").scrollIntoView({ block: "center" });
    } else this.dialog.scrollTop = 0;
  }

  async load(game) {
    const page = parsed(await ask("GET", `/rules/${game}/text`), "text/html");
    const [title, text] = page.body.children;
    const words = { "aria-label": _("Find in the rules"), placeholder: _("Find in the rules") };
    const field = h("input", { type: "search", ...words, oninput: () => findIn(text, field.value) });
    const close = h("button", { class: "icon", "aria-label": _("Close"), onclick: () => this.dialog.close() }, icon("close"));
    this.dialog.replaceChildren(h("div", { class: "head" }, title, close, field), text);
    this.game = game;
  }
}

/** What else one can do at this table. */
export function menu({ table, links }, act) {
  const mine = table.chairs.filter((chair) => chair.here);
  const rows = [];
  if (links?.invite) rows.push(linkRow(_("Invitation: sit down or watch"), links.invite, act));
  if (links?.watch) rows.push(linkRow(_("Watch only"), links.watch, act));
  for (const [seat, token] of Object.entries(links?.chairs ?? {})) {
    rows.push(linkRow(_("The chair of {name}, on another device", { name: nameOf(table, Number(seat)) }), token, act));
  }
  return [
    table.chairs.some((chair) => chair.warming)
      ? h("p", {}, _("The bots are still warming up: this computer is getting ready for what they can do.")) : null,
    rows.length ? h("ul", { class: "links" }, ...rows) : null,
    links?.invite || links?.watch ? qr(table.table, links.invite ? "invite" : "watch", _("Scan with a phone")) : null,
    h("p", { class: "doing" },
      h("a", { class: "button", href: "?screen=1", target: "_blank", rel: "noopener" },
        _("Show the board alone, for the middle of the table")),
      h("a", { class: "button", href: `/how/${table.game}`, target: "_blank", rel: "noopener" }, _("How to play")),
      canFill() ? h("button", { onclick: fillScreen }, _("Full screen")) : null,
      mine.length && mayAskToNotify() ? h("button", { onclick: askToNotify }, _("Tell me when it is my turn")) : null,
      ...mine.map((chair) => h("button", { onclick: () => act.leave(chair.seat) },
        mine.length > 1 ? _("{name} leaves", { name: nameOf(table, chair.seat) }) : _("Leave the table"))),
      table.maker && table.status === "running" ? h("button", { onclick: act.close }, _("End this game")) : null),
  ];
}

function linkRow(words, token, act) {
  return h("li", {}, h("span", {}, words), h("button", { onclick: () => act.copy(token) }, icon("link"), _("Copy")));
}

/** Whether somebody at this device is to take it, and the others are to look away. */
export const isCovered = (table, state) => table?.status === "running" && Boolean(state?.hand_over?.length) && state.eyes == null;

/** The curtain: whose turn it is to look, and nothing else. */
export function curtain(place, { table, state }, act) {
  const waiting = state?.hand_over ?? [];
  place.hidden = !isCovered(table, state);
  if (place.hidden) return place.replaceChildren();
  if (place.dataset.for === String(waiting) && place.children.length) return;
  place.dataset.for = String(waiting);
  place.replaceChildren(
    h("h2", { id: "curtain-title" },
      waiting.length > 1 ? _("Who has the device?") : _("Hand the device to {name}", { name: nameOf(table, waiting[0]) })),
    h("p", {}, _("Nobody else should look now.")),
    ...waiting.map((seat) => h("button", { class: `seat-${seat}`, onclick: () => act.look(seat) },
      mark(), _("I am {name}", { name: nameOf(table, seat) }))));
  place.querySelector("button").focus();
}
