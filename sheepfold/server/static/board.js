// The board: shows the newest picture, marks what can be tapped, and takes taps and keys.
import { _, parsed } from "./common.js";
import { lean, morph, settle } from "./morph.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const sameShape = (one, other) => one.getAttribute("viewBox") === other.getAttribute("viewBox");

export class Board {
  constructor(place, onTap) {
    this.place = place;
    this.onTap = onTap;
    this.svg = null;
    this.marked = [];
    this.pointed = [];
    this.picture = "";
    this.zoom = document.getElementById("zoom");
    this.zoom?.addEventListener("click", () => this.enlarge());
    place.addEventListener("click", (event) => this.tapped(event));
    place.addEventListener("keydown", (event) => this.key(event));
  }

  /** Show a picture. Through other eyes than before nothing glides: what one may not see must be gone at once. */
  show(picture, { sameEyes = true, seats = [] } = {}) {
    if (picture === this.picture) return;
    this.unmark();
    const next = parsed(picture, "image/svg+xml").documentElement;
    if (this.svg && sameEyes && sameShape(this.svg, next)) morph(this.svg, next, seats);
    else {
      settle();
      this.svg = next;
      this.place.replaceChildren(next);
      const { width, height } = next.viewBox.baseVal;
      document.body.style.setProperty("--aspect", width / height);
      document.body.classList.toggle("tall", height > width);
    }
    this.picture = picture;
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", this.svg.querySelector("title")?.textContent || "");
  }

  /** What the board says about a part: the words drawn on it. */
  label(part) {
    return this.part(part)?.textContent.trim() || "";
  }

  part(name) {
    return this.parts(name)[0] ?? null;
  }

  /** All that stand for the same thing: two equal cards, for instance. */
  parts(name) {
    return [...(this.svg?.querySelectorAll(`[data-part="${CSS.escape(name)}"]`) ?? [])];
  }

  /** Let `next` glow and lift what was `chosen`; `names` says what each part is called aloud. */
  mark(next, chosen, names) {
    const focused = document.activeElement?.closest?.("[data-part]")?.dataset.part;
    this.unmark();
    for (const part of chosen) this.set(part, "chosen", names(part));
    for (const part of next) this.set(part, "legal", names(part));
    const first = this.marked.find((each) => each.dataset.part === focused) || this.marked.find((each) => each.classList.contains("legal"));
    first?.setAttribute("tabindex", "0");
    if (focused && first) first.focus({ preventScroll: true });
  }

  set(part, kind, name) {
    const all = this.parts(part);
    for (const element of kind === "chosen" ? all.slice(0, 1) : all) {
      element.classList.add(kind);
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "-1");
      element.setAttribute("aria-label", name);
      if (kind === "chosen") element.setAttribute("aria-pressed", "true");
      this.marked.push(element);
    }
  }

  /** Point at what a hint, or a choice in words, is about. */
  point(parts) {
    for (const element of this.pointed) {
      element.classList.remove("hinted");
      if (!element.classList.length) element.removeAttribute("class");
    }
    this.pointed = parts.map((part) => this.part(part)).filter(Boolean);
    for (const element of this.pointed) element.classList.add("hinted");
  }

  unmark() {
    this.point([]);
    for (const element of this.marked) {
      element.classList.remove("legal", "chosen");
      if (!element.classList.length) element.removeAttribute("class");
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) element.removeAttribute(name);
    }
    this.marked = [];
  }

  /** A choice is on its way: a piece that goes to a place is shown there at once. */
  sent(parts) {
    const [piece, place] = [this.part(parts[0]), this.part(parts.at(-1))];
    if (parts.length === 2 && piece && place) lean(piece, place);
  }

  tapped(event) {
    const part = event.target.closest?.("[data-part]");
    if (part) this.onTap(part.dataset.part);
  }

  /** Enter and space tap, arrows go to the nearest thing that glows in that direction. */
  key(event) {
    const here = event.target.closest?.("[data-part]");
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onTap(here.dataset.part);
    } else if (ARROWS[event.key]) {
      event.preventDefault();
      this.nearest(here, ARROWS[event.key])?.focus();
    }
  }

  nearest(here, [right, down]) {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(here);
    const away = (element) => {
      const [ex, ey] = middle(element);
      const ahead = (ex - x) * right + (ey - y) * down;
      const aside = Math.abs((ex - x) * down) + Math.abs((ey - y) * right);
      return ahead > 1 ? ahead + 2 * aside : Infinity;
    };
    const found = this.marked.reduce((best, each) => (away(each) < away(best) ? each : best), here);
    if (found === here) return null;
    here.setAttribute("tabindex", "-1");
    found.setAttribute("tabindex", "0");
    return found;
  }

  enlarge() {
    const large = this.place.classList.toggle("large");
    this.zoom.setAttribute("aria-pressed", String(large));
    this.zoom.setAttribute("aria-label", large ? _("Smaller") : _("Larger"));
    if (large) (this.marked[0] ?? this.svg).scrollIntoView({ block: "center", inline: "center" });
  }
}
