// The coach: says one thought beside the thing it is about, points at it, and waits.
import { _, h, icon } from "./common.js";

const GAP = 16;
const EDGE = 8;
const FEW = 4; // so few things to tap may have the bubble beside them
const SETTLED = 400;
const FAR = 140; // from there on nobody sees any more what its tail points to
const TAB = 26; // how far "Why?" stands out of the bubble

const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
const boxAt = (left, top, { width, height }) => ({ left, top, right: left + width, bottom: top + height, width, height });
/** A short line must not break a word at its hyphen, as in the French "pose-la". */
const unbroken = (words) => words.replace(/(?<=\p{L})-(?=\p{L})/gu, "\u2011");
const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
const between = (low, value, high) => Math.max(low, Math.min(value, high));

export class Coach {
  /** `next(place)`: what is said was read; `play()`: a real game; `rules(id)`: the rule behind it. */
  constructor(board, { next, play, rules }) {
    Object.assign(this, { board, next, play, rules, lesson: null, kind: null, at: [], stamp: "", around: "", kept: null });
    this.words = h("p", { class: "thought", id: "thought", "aria-live": "polite" });
    this.doing = h("div", { class: "doing" });
    this.box = h("section", { class: "coach", "aria-label": _("The coach"), hidden: true },
      h("span", { class: "face", "aria-hidden": "true" }, icon("shepherd")), this.words, this.doing);
    this.rings = h("div", { class: "rings", "aria-hidden": "true" });
    this.finger = h("span", { class: "finger", "aria-hidden": "true", hidden: true }, icon("finger"));
    this.sheep = h("img", { class: "walker", alt: "", src: document.querySelector(".home img").src });
    this.path = h("div", { class: "path", role: "progressbar", "aria-label": _("The lesson"), "aria-valuemin": 0 }, this.sheep);
    this.way = h("div", { class: "way", hidden: true }, h("a", { class: "button", href: "/", "data-key": "leave-lesson" }, _("Leave")), this.path);
    document.querySelector(".top .grow").before(this.way);
    document.body.append(this.rings, this.finger, this.box);
    addEventListener("resize", () => this.place());
    board.place.addEventListener("scroll", () => this.place());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Whether there is nothing to do but to read. */
  get isTelling() {
    return Boolean(this.lesson) && !this.lesson.wait?.length;
  }

  /** Show how far the lesson is and, once the board shows what it is about, what the coach says; `next`: what to tap. */
  show(lesson, isThere, next, isOver = false) {
    Object.assign(this, { lesson, isOver });
    document.body.classList.toggle("taught", Boolean(lesson));
    document.body.classList.toggle("told", this.isTelling);
    this.way.hidden = !lesson;
    if (lesson) this.walk(lesson);
    const says = Boolean(lesson?.say) && isThere;
    const hadFocus = this.doing.contains(document.activeElement);
    this.box.hidden = !says;
    const at = says ? [...(lesson.at ?? [])] : [];
    const isFound = !lesson?.find || this.helps(lesson);
    this.pointed = says ? (isFound ? next[0] : at[0]) ?? null : null;
    const stamp = JSON.stringify([says && lesson.place, at, this.pointed, next]);
    if (stamp === this.stamp) return;
    const isNew = JSON.parse(this.stamp || "[]")[0] !== (says && lesson.place);
    this.stamp = stamp;
    this.at = at;
    if (says && isNew) this.say(lesson, hadFocus);
    if (isNew) this.kept = null;
    this.place();
    setTimeout(() => this.settle(lesson?.place), SETTLED);
  }

  say(lesson, hadFocus) {
    const isKind = this.kind?.place === lesson.place;
    const rest = isKind && !this.isTelling ? [] : [lesson.say]; // what is to be read stays
    this.words.textContent = unbroken([...(isKind ? [this.kind.words] : []), ...rest].join(" "));
    this.box.classList.toggle("kindly", isKind);
    this.doing.replaceChildren(...this.buttons(lesson));
    const first = this.doing.querySelector(".main");
    if (first && (hadFocus || document.activeElement === document.body)) first.focus({ preventScroll: true });
    else if (hadFocus) this.board.marked[0]?.focus({ preventScroll: true });
  }

  buttons(lesson) {
    const why = lesson.rule && h("button", { class: "quiet", "data-key": "why", onclick: () => this.rules(lesson.rule) }, _("Why?"));
    if (lesson.wait?.length) return [why].filter(Boolean);
    const goOn = (words, kind) => h("button", { class: kind, "data-key": "read", onclick: () => this.next(lesson.place) }, words);
    if (!lesson.last) return [goOn(_("Next"), "main"), why].filter(Boolean);
    return [h("button", { class: "main", "data-key": "real", onclick: this.play }, _("Play a real game")), goOn(this.isOver ? _("Close") : _("Play on here"), null)];
  }

  /** Whether the coach shows what was to be found: to whoever has missed it twice. */
  helps(lesson) {
    return Boolean(lesson?.find) && this.kind?.place === lesson.place && this.kind.times > 1;
  }

  /** Something else was chosen than the coach waits for: a kind word, and nothing has happened. Whether it was said. */
  kindly(words) {
    if (!this.lesson?.say) return false;
    const times = this.kind?.place === this.lesson.place ? this.kind.times + 1 : 1;
    this.kind = { place: this.lesson.place, words, times };
    this.say(this.lesson, false);
    this.place();
    return true;
  }

  /** Enter goes on, wherever one is, unless something else is in focus. */
  key({ key, target }) {
    if (key === "Enter" && target === document.body && this.isTelling && !this.box.hidden) this.doing.querySelector(".main")?.click();
  }

  walk({ number, of, say }) {
    const done = (number - (say ? 1 : 0)) / of;
    this.path.setAttribute("aria-valuemax", of);
    this.path.setAttribute("aria-valuenow", number);
    this.path.style.setProperty("--done", done);
  }

  find(name) {
    return this.board.part(name) ?? this.board.svg?.getElementById(name) ?? null;
  }

  /** Where everything is that the thought is about. */
  targets() {
    const found = this.at.map((name) => this.find(name)?.getBoundingClientRect()).filter((box) => box?.width);
    return found.map(({ left, top, width, height }) => boxAt(left, top, { width, height }));
  }

  /** Once what it is about stands still the bubble stays, while cards are chosen, unless it would hide something. */
  settle(place) {
    if (place !== this.lesson?.place) return;
    const before = this.around;
    const best = this.place();
    if (this.around === before) this.kept = best;
    else setTimeout(() => this.settle(place), SETTLED);
  }

  place() {
    const targets = this.targets();
    this.around = JSON.stringify(targets);
    this.rings.replaceChildren(...targets.map((box) => ring(box)));
    this.putFinger();
    if (this.box.hidden) return null;
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const best = this.spot(targets, { width, height });
    this.box.style.left = `${best.left}px`;
    this.box.style.top = `${best.top}px`;
    this.lean(best, targets[0]);
    return best;
  }

  /** The place beside its things that hides least of what one has to see or to tap. */
  spot(targets, size) {
    const top = document.querySelector(".top").getBoundingClientRect().bottom + EDGE;
    const room = { left: EDGE, top, right: innerWidth - EDGE, bottom: innerHeight - EDGE };
    const board = this.board.place.getBoundingClientRect();
    const into = (left, high) =>
      boxAt(between(room.left, left, room.right - size.width), between(room.top, high, room.bottom - size.height), size);
    if (this.isOver) return into(middle(board)[0] - size.width / 2, room.bottom); // everybody on the podium is to be seen
    const [x] = middle(targets[0] ?? board);
    const spots = [into(x - size.width / 2, board.bottom - size.height - GAP), into(x - size.width / 2, board.bottom + EDGE), into(x - size.width / 2, board.top + GAP)];
    const taps = [...this.board.marked, ...document.querySelectorAll("#panel .choices:not(.folded) button, #panel .so-far"), ...this.slots()].map((each) => each.getBoundingClientRect());
    for (const box of [...targets, ...(taps.length <= FEW ? taps : [])]) {
      const [cx, cy] = middle(box);
      spots.push(into(cx - size.width / 2, box.bottom + GAP), into(cx - size.width / 2, box.top - size.height - GAP),
        into(box.right + GAP, cy - size.height / 2), into(box.left - size.width - GAP, cy - size.height / 2));
    }
    const question = [document.getElementById("sentence")].filter((each) => each && !this.isTelling).map((each) => each.getBoundingClientRect());
    const kept = this.kept && into(this.kept.left, this.kept.top);
    const cost = (spot) => {
      const away = targets.length && spot !== kept ? Math.hypot(middle(spot)[0] - middle(targets[0])[0], middle(spot)[1] - middle(targets[0])[1]) : 0;
      const over = (boxes) => boxes.reduce((sum, box) => sum + overlap(spot, box), 0);
      return 60 * over(targets) + 20 * over(taps) + 2 * over(question) + away;
    };
    return [...(kept ? [kept] : []), ...spots].reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
  }

  /** Where what is tapped comes to lie: it is to be seen. */
  slots() {
    return this.board.marked.some((each) => this.board.slots.goesHere(each.dataset.part)) ? this.board.slots.places : [];
  }

  /** The bubble's tail points to what it is about. */
  lean(spot, target) {
    const { classList, style } = this.box;
    classList.remove("from-above", "from-below", "without-tail", "why-below");
    if (!target) return classList.add("without-tail");
    const [x] = middle(target);
    const below = spot.top >= target.bottom;
    const gap = below ? spot.top - target.bottom : target.top - spot.bottom;
    if (gap < 0 || gap > FAR) return classList.add("without-tail");
    classList.add(below ? "from-below" : "from-above");
    if (below && spot.bottom + TAB < innerHeight) classList.add("why-below"); // above it is the finger's place
    style.setProperty("--tail", `${between(22, x - spot.left, spot.width - 22)}px`);
  }

  /** The finger shows what to tap next. */
  putFinger() {
    const box = this.pointed && this.find(this.pointed)?.getBoundingClientRect();
    this.finger.hidden = !box?.width;
    if (this.finger.hidden) return;
    this.finger.style.left = `${between(0, box.left + box.width * 0.6, innerWidth - 40)}px`;
    this.finger.style.top = `${between(0, box.top + box.height * 0.6, innerHeight - 46)}px`;
  }
}

function ring(box) {
  const made = h("span", { class: "ring" });
  for (const side of ["left", "top"]) made.style[side] = `${box[side] - 5}px`;
  made.style.width = `${box.width + 10}px`;
  made.style.height = `${box.height + 10}px`;
  return made;
}
