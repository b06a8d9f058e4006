// Slots: a picture may have places into which chosen things go. They are tapped or dragged there; the last lies in the last.

const FAR = 8;

const originOf = (element) => {
  const { e, f } = element.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
  return { x: e, y: f };
};

export class Slots {
  constructor(board, onPut) {
    this.board = board;
    this.onPut = onPut;
    this.lying = [];
    this.forget();
    this.drag = null;
    this.wasDragged = false;
    const place = board.place;
    place.addEventListener("pointerdown", (event) => this.press(event));
    place.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) place.addEventListener(kind, (event) => this.release(event));
  }

  get places() {
    return [...(this.board.svg?.querySelectorAll("[data-slot]") ?? [])];
  }

  goesHere(part) {
    const [slot] = this.places;
    return Boolean(slot && part?.startsWith(`${slot.dataset.slot}-`));
  }

  /** Lay what was chosen into the slots. */
  fill(chosen) {
    this.empty();
    const slots = this.places;
    const inside = chosen.filter((part) => this.goesHere(part));
    inside.forEach((part, k) => this.lay(this.board.part(part), slots[slots.length - inside.length + k]));
    this.lying = inside;
    for (const element of this.board.marked) element.classList.toggle("movable", this.goesHere(element.dataset.part));
  }

  lay(element, slot) {
    if (!element || !slot) return;
    const [from, to] = [originOf(element), originOf(slot)];
    const [own, room] = [this.sizeOf(element), this.sizeOf(slot)];
    const size = Math.min(room.width / own.width, room.height / own.height);
    element.style.scale = size;
    element.style.translate = `${to.x - size * from.x}px ${to.y - size * from.y}px`;
    element.classList.add("laid");
  }

  /** Measured once in a picture: in the middle of changing it that takes long. */
  sizeOf(element) {
    if (!this.sizes.has(element)) this.sizes.set(element, element.getBBox());
    return this.sizes.get(element);
  }

  /** There is another picture. */
  forget() {
    this.sizes = new WeakMap();
  }

  empty() {
    for (const element of this.board.svg?.querySelectorAll(".laid, .movable") ?? []) {
      element.classList.remove("laid", "movable");
      element.style.scale = element.style.translate = "";
      if (!element.getAttribute("style")) element.removeAttribute("style");
    }
    this.lying = [];
  }

  // ---------------------------------------------------------------------------------------- dragging

  press(event) {
    this.wasDragged = false;
    const element = this.board.at(event);
    if (!element?.matches(".movable") || !event.isPrimary) return;
    this.drag = { element, part: element.dataset.part, x: event.clientX, y: event.clientY, begun: false };
  }

  move(event) {
    const { drag } = this;
    if (!drag || !event.isPrimary) return;
    const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.begun) {
      if (Math.hypot(across, down) < FAR) return;
      drag.begun = true;
      this.board.place.setPointerCapture(event.pointerId);
      drag.element.classList.add("dragged");
      drag.start = getComputedStyle(drag.element).translate.split(" ").map(parseFloat);
    }
    const unit = this.board.svg.getScreenCTM().a;
    const [x = 0, y = 0] = drag.start.map((each) => each || 0);
    drag.element.style.translate = `${x + across / unit}px ${y + down / unit}px`;
  }

  release(event) {
    const { drag } = this;
    this.drag = null;
    if (!drag?.begun) return;
    drag.element.classList.remove("dragged");
    this.wasDragged = true;
    setTimeout(() => (this.wasDragged = false));
    this.onPut(drag.part, this.nthAt(event, drag.part));
  }

  /** Before which of those lying a thing was dropped; null beside the slots. */
  nthAt(event, part) {
    const slots = this.places;
    const reach = (slot) => {
      const box = slot.getBoundingClientRect();
      const inside = event.clientY > box.top - box.height / 2 && event.clientY < box.bottom + box.height / 2;
      return inside ? Math.abs(event.clientX - (box.left + box.right) / 2) / box.width : Infinity;
    };
    const found = slots.reduce((best, slot) => (reach(slot) < reach(best) ? slot : best), slots[0]);
    if (reach(found) > 1) return null;
    const others = this.lying.filter((each) => each !== part).length;
    return Math.max(0, Math.min(others, slots.indexOf(found) - (slots.length - others - 1)));
  }
}
