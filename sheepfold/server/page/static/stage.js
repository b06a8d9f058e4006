// The stage: what happened is played on the board, state after state, and the newest position is always where it ends.
import { _, calm, h, icon, parsed, remembered } from "./common.js";
import { drawn, extent } from "./geometry.js";
import { settled } from "./morph.js";
import { Player } from "./player.js";
import { isMuted, mute, sound } from "./sound.js";

export const PACES = { calm: 1.5, usual: 1, quick: 0.5, none: 0 };
const LONGEST = 14_000;
const MOST_BEHIND = 2;
const MOST_MARKS = 8;
const LEAN = 14;

/** Let the page draw and hear taps before going on: what takes long is done in pieces. */
const breath = () => new Promise((go) => setTimeout(go));

export const speed = (value) => (remembered("speed", value) in PACES ? remembered("speed") : "usual");

/** How long beats last at the usual pace, all in all. */
export function lengthOf(beats) {
  let [begin, last, end] = [0, 0, 0];
  for (const beat of beats) {
    begin += (beat.after ?? 1) * last;
    last = beat.lasts;
    end = Math.max(end, begin + last);
  }
  return end;
}

export class Stage {
  /** `shown(state, skipped)` is told which state the board shows now. */
  constructor(board, { shown = () => {}, hurry = () => {} } = {}) {
    Object.assign(this, { board, shown, queue: [], player: null, latest: null, missed: false, skipped: false });
    this.caption = h("p", { class: "caption", "aria-hidden": "true" });
    this.quicker = h("button", { class: "icon", "data-key": "quicker", "aria-label": _("Quicker"), onclick: () => (this.isPlaying ? this.finish() : hurry()) }, icon("last"));
    this.replays = h("button", { class: "icon", "data-key": "repeat", "aria-label": _("Show me that again"), title: _("Show me that again"), onclick: () => this.again() }, icon("again"));
    this.muter = h("button", { class: "icon", "data-key": "mute", onclick: () => this.toggleSound() });
    this.bar = h("div", { class: "stage" }, h("span", { class: "stage-tools" }, this.replays, this.quicker, this.muter));
    this.showSound();
    board.place.addEventListener("click", (event) => this.tapped(event), { capture: true });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.finish() : this.back()));
  }

  get isPlaying() {
    return Boolean(this.player);
  }

  /** Whether the board shows the newest that is known. */
  get isThere() {
    return !this.player && !this.queue.length && !this.preparing;
  }

  /** Whether one can choose on the board: it is there, or what is played does not touch what one was asked before. */
  get isOpen() {
    return this.isThere || Boolean(this.aside && this.queue.every((item) => item.aside));
  }

  /** Show a state. `before` is the picture its beats begin with, if it is not the one on the board; `aside` plays it
   * without taking the board from somebody who is choosing: what others do meanwhile.
   */
  add(state, { eyes, before = state.before, play = true, aside = false } = {}) {
    const beats = play ? state.steps.flatMap((step) => step.beats ?? []) : [];
    this.newest = { state, beats, before, aside, eyes: eyes === undefined ? state.eyes : eyes };
    this.queue.push(this.newest);
    if (this.queue.length > MOST_BEHIND) {
      this.queue = this.queue.slice(-1);
      this.finish();
    }
    return (this.going ??= this.pump());
  }

  async pump() {
    while (this.queue.length) {
      const item = this.queue.shift();
      await this.show(item);
      if (!this.queue.length) this.place();
      this.shown(item.state, this.skipped);
    }
    this.going = null;
  }

  async show(item) {
    const { state, beats } = item;
    if (!state.picture) return;
    const sameEyes = this.eyes === item.eyes;
    const start = item.before ?? (sameEyes ? this.board.picture : null);
    if (start && beats.length && start !== state.picture) this.latest = { ...item, before: start };
    this.eyes = item.eyes;
    this.aside = item.aside;
    this.skipped = false;
    this.end();
    if (!start || !beats.length || !this.pace) {
      return this.board.show(state.picture, { sameEyes, seats: seatsOf(state) });
    }
    if (document.hidden) {
      this.missed = true;
      return this.board.show(state.picture, { sameEyes });
    }
    if (start !== this.board.picture) this.board.show(start, { sameEyes, atOnce: true });
    await this.play(state.picture, beats);
  }

  async play(picture, beats) {
    this.preparing = true;
    await breath();
    const next = parsed(picture, "image/svg+xml").documentElement;
    await breath();
    this.preparing = false;
    if (next.getAttribute("viewBox") !== this.board.svg.getAttribute("viewBox")) return this.board.show(picture, { sameEyes: false });
    if (!this.aside) this.board.unmark();
    this.trail?.remove();
    this.place();
    const player = new Player(this.board.svg, next, { say: (words, seat) => this.say(words, seat), still: calm() });
    this.player = player;
    document.body.classList.add("playing");
    const long = lengthOf(beats);
    await player.play(beats, this.pace * Math.min(1, LONGEST / Math.max(1, long)));
    this.player = null;
    document.body.classList.remove("playing");
    this.say("");
    player.clear();
    this.board.show(picture, this.skipped ? { atOnce: true, next } : { shifts: player.shifts, seen: player.seen, next });
    if (this.aside) return; // at once, so that what lies in its place does not stir
    await breath();
    this.markLast(player.visited, this.board.nth);
    await breath();
  }

  get pace() {
    return PACES[speed()];
  }

  /** The sentence lies under the board; the tools lie among others, where there are any. */
  place(tools = null) {
    if (tools) tools.append(this.bar);
    else if (!this.bar.isConnected) this.board.place.after(this.bar);
    if (!this.caption.isConnected) this.board.place.after(this.caption);
  }

  say(words, seat = -1) {
    this.caption.textContent = words;
    this.caption.className = `caption seat-${seat}`;
    document.body.classList.toggle("captioned", Boolean(words));
  }

  /** End what is being played: the newest position is shown at once. */
  finish() {
    if (!this.player) return;
    this.skipped = true;
    this.queue = this.queue.slice(-1).map((item) => ({ ...item, beats: [] }));
    this.player.finish();
  }

  tapped(event) {
    if (!this.player || this.isOpen) return;
    event.stopPropagation();
    this.finish();
  }

  /** Who comes back sees the last turn once. */
  back() {
    if (!this.missed || !this.latest) return;
    this.missed = false;
    this.again();
  }

  /** Show the last turn again; what came after it without being played is there again at its end. */
  again() {
    const { latest, newest } = this;
    if (!latest || !this.isThere) return;
    this.queue.push({ ...latest, aside: false, state: { ...latest.state } });
    if (newest.state.picture !== latest.state.picture) this.queue.push({ ...newest, beats: [], before: null });
    this.going ??= this.pump();
  }

  /** Where the last turn took place stays readable: the ways that were gone, and what came to lie somewhere. What is
   * still on its way is waited for, and then measured, unless another picture is shown by then. */
  async markLast(visited, nth) {
    await settled();
    if (this.player || this.board.nth !== nth) return;
    this.trail = drawn("g", { class: "trail", "pointer-events": "none", "aria-hidden": "true" });
    const svg = this.board.svg;
    for (const [id, way] of visited.slice(-MOST_MARKS)) {
      const element = svg.getElementById(id);
      if (!element) continue;
      const { x, y, width, height } = extent(element);
      if (!width) continue;
      this.trail.append(drawn("rect", { x: x - width / 2 - 5, y: y - height / 2 - 5, width: width + 10, height: height + 10, rx: 14 }));
      for (const name of way.slice(0, -1)) {
        const place = svg.getElementById(name);
        if (!place?.hasAttribute("transform")) continue;
        const at = extent(place);
        this.trail.append(drawn("circle", { cx: at.x, cy: at.y, r: 5 }));
      }
    }
    svg.append(this.trail);
  }

  /** One's own move begins before the server answers: the piece lifts and leans to where it goes. */
  begin(parts) {
    sound("tap");
    const [piece, place] = [this.board.part(parts[0]), this.board.part(parts.at(-1))];
    if (!piece || calm()) return;
    const [here, there] = [extent(piece), extent(place ?? piece)];
    const far = Math.hypot(there.x - here.x, there.y - here.y) || 1;
    const [x, y] = [(there.x - here.x) / far, (there.y - here.y) / far].map((each) => Math.round(each * Math.min(LEAN, far)));
    this.leaning = piece.animate([{ translate: `${x}px ${y - 8}px` }], { duration: 140, easing: "ease-out", fill: "forwards" });
  }

  /** What had begun is going on, or was refused. */
  end() {
    this.leaning?.cancel();
    this.leaning = null;
  }

  /** Whoever's hourglass waits says when it may run. */
  askReady(ready) {
    this.readier?.remove();
    this.readier = ready && h("button", { class: "main", "data-key": "ready", onclick: ready }, _("Ready!"));
    if (ready) this.bar.querySelector(".stage-tools").prepend(this.readier);
  }

  toggleSound() {
    mute(!isMuted());
    this.showSound();
  }

  showSound() {
    const words = isMuted() ? _("Sound on") : _("Sound off");
    this.muter.replaceChildren(icon(isMuted() ? "quiet" : "loud"));
    this.muter.setAttribute("aria-label", words);
    this.muter.title = words;
  }
}

const seatsOf = (state) => [...new Set(state.steps.flatMap((step) => step.events.map((event) => event.seat)))];

/** How quickly things are shown: on this device, and how long bots at this table wait for it. */
export function pacePickers({ table }, act) {
  const words = { calm: _("calmly"), usual: _("as usual"), quick: _("quickly"), none: _("not at all") };
  const pick = (label, value, chosen) => h("label", { class: "pick" }, h("span", {}, label),
    h("select", { onchange: (event) => chosen(event.target.value) },
      ...Object.keys(PACES).map((each) => h("option", { value: each, selected: each === value }, words[each]))));
  const plays = table.maker || table.chairs.some((chair) => chair.here);
  return h("div", { class: "settings paces" },
    pick(_("This device shows what happens"), speed(), (value) => speed(value)),
    plays ? pick(_("Bots here wait for that"), table.pace, (value) => act.pace(value)) : "");
}
