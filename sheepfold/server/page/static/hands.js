// The phone as a hand: while the board lies in the middle of the table it shows what one holds; a tap shows the board.
import { _, h, icon, remembered } from "./common.js";

export class Hands {
  /** Whoever came by the code on the middle's screen plays so, also after coming back. `turn` asks for the other picture. */
  constructor(table, turn) {
    const asked = new URLSearchParams(location.search).has("hand");
    Object.assign(this, { table, turn, isOn: asked || remembered("hand") === table, isBoard: false });
    if (asked) remembered("hand", table);
    else if (this.isOn) history.replaceState(null, "", `${location.pathname}?hand=1${location.hash}`);
    this.button = h("button", { class: "icon", id: "hand-or-board", hidden: true, onclick: () => this.toggle() });
    document.getElementById("zoom").before(this.button);
  }

  /** The parts of a state that are wanted: what happens is played in the middle. */
  get wants() {
    return this.isOn && !this.isBoard ? "hand" : "beats";
  }

  toggle() {
    this.isBoard = !this.isBoard;
    this.turn();
    this.show();
  }

  /** Nothing is held in a game without secrets: then the board is what one taps. */
  render({ secrets, status, chairs }) {
    this.button.hidden = !(this.isOn && secrets && status === "running" && chairs.some((chair) => chair.here));
    this.show();
  }

  show() {
    document.body.classList.toggle("as-hand", !this.button.hidden && !this.isBoard);
    const words = this.isBoard ? _("Only my hand") : _("Show the board");
    if (this.button.getAttribute("aria-label") === words) return;
    for (const name of ["aria-label", "title"]) this.button.setAttribute(name, words);
    this.button.replaceChildren(icon(this.isBoard ? "hand" : "board"));
  }
}
