// The tablet in the middle: what all may see, with everybody's name turned to where they sit, and the way in for phones.
import { _, h, mark } from "./common.js";
import { qr } from "./lobby.js";
import { nameOf, signed } from "./people.js";

const SIDES = ["bottom", "left", "top", "right"];

/** Who sits at which side, in the order of play: two seats face each other, more go round the table. */
export function sidesFor(players) {
  if (players === 2) return ["bottom", "top"];
  return Array.from({ length: players }, (_each, seat) => SIDES[Math.floor((seat * SIDES.length) / players)]);
}

export class Middle {
  constructor(main) {
    this.sides = Object.fromEntries(SIDES.map((side) => [side, h("ul", { class: `seats-at at-${side}`, "aria-label": _("Players") })]));
    this.way = h("button", { class: "way-in", hidden: true, "aria-label": _("Scan to join with a phone"), "aria-expanded": "false", onclick: () => this.enlarge() });
    main.append(...Object.values(this.sides), this.way);
    this.stamp = "";
  }

  /** The way in lies in the corner beside the board; a tap makes it large, another one small again. */
  enlarge() {
    const isLarge = this.way.getAttribute("aria-expanded") !== "true";
    this.way.setAttribute("aria-expanded", String(isLarge));
  }

  render({ table, state, links }) {
    if (links?.invite && !this.way.children.length) this.way.append(qr(table.table, "invite", _("Scan to join with a phone")));
    this.way.hidden = !links?.invite || table.status !== "running";
    const acting = table.status === "running" ? state?.to_act ?? [] : [];
    const stamp = JSON.stringify([table.chairs, acting, state?.scores, table.status]);
    if (stamp === this.stamp) return;
    this.stamp = stamp;
    const sides = sidesFor(table.chairs.length);
    for (const side of SIDES) {
      const seats = table.chairs.filter((chair) => sides[chair.seat] === side);
      this.sides[side].replaceChildren(...seats.map((chair) => this.chip(table, chair, acting, state)));
      this.sides[side].hidden = !seats.length || !["running", "over"].includes(table.status);
    }
  }

  /** A name, the points, and whether they have something to do: three dots, or a tick. */
  chip(table, chair, acting, state) {
    const isAway = chair.kind === "person" && !chair.present && !chair.kept;
    const doing = table.status !== "running" ? null : acting.includes(chair.seat) ? ["…", _("to act"), ""] : ["✓", _("done"), " done"];
    return h("li", { class: `seat-${chair.seat}${acting.includes(chair.seat) ? " acting" : ""}${isAway ? " absent" : ""}` },
      mark(), h("b", {}, nameOf(table, chair.seat)),
      state?.scores ? h("span", { class: "points" }, signed(state.scores[chair.seat])) : null,
      doing ? h("span", { class: `does${doing[2]}`, role: "img", "aria-label": doing[1] }, doing[0]) : null);
  }
}
