// The board: shows the newest picture, marks what can be tapped, and takes taps. Keys go through walk.js.
import { _, calm, parsed } from "./common.js";
import { foretell } from "./ahead.js";
import { morph, settle } from "./morph.js";
import { closerFor, elementAt, isLargeSize, targets } from "./reach.js";
import { Slots } from "./slots.js";

const CLOSER = 1.9;

const sameShape = (one, other) => one.getAttribute("viewBox") === other.getAttribute("viewBox");

export class Board {
  /** `onTap(part)` is called for what was tapped, `onPut(part, nth)` for what was dragged into a slot; what is tapped
   * although it does not glow is asked whether it `means` anything; `onMiss(part)` is called for what means nothing.
   */
  constructor(place, onTap, onPut = () => {}, means = () => false, onMiss = () => {}) {
    Object.assign(this, { place, onTap, means, onMiss, isLarge: false, isCloser: false });
    this.slots = new Slots(this, onPut);
    this.svg = null;
    this.marked = [];
    this.pointed = [];
    this.picture = "";
    this.nth = 0; // how many pictures were shown
    this.unit = null; // measured once: between two changes of the picture that takes long
    new ResizeObserver(() => this.resized()).observe(place);
    this.zoom = document.getElementById("zoom");
    this.zoom?.addEventListener("click", () => this.enlarge());
    place.addEventListener("pointerdown", (event) => (this.pressed = this.at(event)));
    place.addEventListener("pointermove", (event) => this.aim(event));
    place.addEventListener("click", (event) => this.tapped(event));
  }

  /** Show a picture. Through other eyes than before nothing glides: what one may not see must be gone at once. */
  show(picture, { sameEyes = true, ...played } = {}) {
    if (picture === this.picture) return;
    this.farther();
    this.unmark();
    this.foretell(null);
    const next = played.next ?? parsed(picture, "image/svg+xml").documentElement;
    this.unit = null;
    this.slots.forget();
    if (this.svg && sameEyes && sameShape(this.svg, next)) morph(this.svg, next, played);
    else {
      settle();
      this.svg = next;
      this.place.replaceChildren(next);
      const { width, height } = next.viewBox.baseVal;
      document.body.style.setProperty("--aspect", width / height);
      document.body.classList.toggle("tall", height > width);
    }
    this.picture = picture;
    this.nth += 1;
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-label", this.svg.querySelector("title")?.textContent || "");
  }

  /** What the board says about a part: the words drawn on it. */
  label(part) {
    const texts = [...(this.part(part)?.querySelectorAll("text") ?? [])].map((text) => text.textContent.trim());
    return texts.filter(Boolean).join(" ");
  }

  part(name) {
    return this.parts(name)[0] ?? null;
  }

  /** All that stand for the same thing: two equal cards, for instance. */
  parts(name) {
    return [...(this.svg?.querySelectorAll(`[data-part="${CSS.escape(name)}"]`) ?? [])];
  }

  /** Let `next` glow and lift what was `chosen`. */
  mark(next, chosen) {
    this.unmark();
    for (const part of chosen) this.set(part, "chosen");
    for (const part of next) this.set(part, "legal");
    this.slots.fill(chosen);
  }

  /** Show where a choice would lead. */
  foretell(ahead) {
    if (!this.svg) return;
    this.ahead = ahead;
    if (ahead) this.unit ??= 1 / (this.svg.getScreenCTM()?.a || 1);
    foretell(this.svg, ahead, this.unit);
  }

  /** A window of another size: what is foretold is drawn in pixels of the screen. */
  resized() {
    this.unit = null;
    if (this.ahead) this.foretell(this.ahead);
  }

  set(part, kind) {
    const all = this.parts(part);
    for (const element of kind === "chosen" ? all.slice(0, 1) : all) {
      element.classList.add(kind);
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
    this.slots.empty();
    for (const element of this.marked) {
      element.classList.remove("legal", "chosen");
      if (!element.classList.length) element.removeAttribute("class");
    }
    this.marked = [];
  }

  /** What a tap there means, or a press; what is clicked without a pointer says itself what it is. */
  at({ clientX, clientY, target }) {
    if (!clientX && !clientY) return target.closest?.("[data-part]");
    return elementAt(targets(this.marked), this.means, clientX, clientY);
  }

  /** What would be tapped there, so that a pointer can show it. What glows shows it itself: to have all in the picture
   * styled anew for that would take long.
   */
  aim(event) {
    const part = this.marked.length ? this.at(event)?.dataset.part : null;
    if (part) this.place.dataset.aim = part;
    else delete this.place.dataset.aim;
    this.place.classList.toggle("near", Boolean(part) && event.pointerType === "mouse" && !event.target.closest?.(".legal"));
  }

  /** A picture may have changed between press and release: then what was pressed is meant. */
  tapped(event) {
    const element = this.at(event) ?? this.pressed;
    this.pressed = undefined;
    if (this.slots.wasDragged) return;
    if (!element) {
      const missed = this.isCloser ? null : event.target.closest?.("[data-part], svg [id]") ?? this.drawnAt(event);
      this.farther();
      return missed && this.onMiss(missed.dataset.part ?? missed.id);
    }
    const times = this.wantsRoom(event) ? closerFor(element, targets(this.marked), this.means) : 1;
    if (times > 1) return this.closer(event, times);
    this.farther();
    this.onTap(element.dataset.part);
  }

  /** The smallest thing with a name that is drawn there, even if it is nothing to tap. */
  drawnAt({ clientX, clientY }) {
    const around = ({ left, right, top, bottom }) => left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    const drawn = [...(this.svg?.querySelectorAll("[id]") ?? [])].map((thing) => [thing, thing.getBoundingClientRect()]);
    const there = drawn.filter(([, box]) => box.width && around(box)).sort(([, one], [, other]) => one.width * one.height - other.width * other.height);
    return there[0]?.[0] ?? null;
  }

  /** A mouse is exact; a finger is not, nor is anybody who wants things large. */
  wantsRoom({ pointerType }) {
    return !this.isCloser && (pointerType === "touch" || isLargeSize());
  }

  enlarge() {
    this.isLarge = !this.isLarge;
    this.isCloser = false;
    this.zoomTo(this.isLarge ? CLOSER : 1);
    if (this.isLarge) (this.marked[0] ?? this.svg).scrollIntoView({ block: "center", inline: "center" });
  }

  /** Come closer to a spot, so that a finger can tell apart what lies there; the next tap is the choice. */
  closer({ clientX, clientY }, times) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const [across, down] = [(clientX - left) / width, (clientY - top) / height];
    this.isCloser = true;
    this.zoomTo(times * (this.isLarge ? CLOSER : 1));
    const { place, svg } = this;
    place.scrollTo(across * svg.clientWidth - place.clientWidth / 2, down * svg.clientHeight - place.clientHeight / 2);
    if (calm()) return;
    svg.style.transformOrigin = `${100 * across}% ${100 * down}%`;
    svg.animate([{ scale: 1 / times }, { scale: 1 }], { duration: 160, easing: "ease-out" });
  }

  /** Back to where everything is seen, as it was before it came closer. */
  farther() {
    if (!this.isCloser) return;
    this.isCloser = false;
    this.zoomTo(this.isLarge ? CLOSER : 1);
  }

  zoomTo(times) {
    this.unit = null;
    this.place.classList.toggle("large", times > 1);
    this.place.style.setProperty("--zoom", times);
    this.zoom?.setAttribute("aria-pressed", String(this.isLarge));
    this.zoom?.setAttribute("aria-label", this.isLarge ? _("Smaller") : _("Larger"));
  }
}
