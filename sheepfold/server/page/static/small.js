// A table for those who cannot read yet: the board, a way back, somebody to ask, and the next game, all by pictures.
import { _, h, icon, parsed, remembered } from "./common.js";
import { onLongPress } from "./holding.js";
import { unmarked } from "./people.js";
import { inReach, targets } from "./reach.js";
import { sound } from "./sound.js";

/** How long one can think better of it: milliseconds. */
const SECOND_THOUGHTS = Number(sessionStorage.getItem("small-thoughts")) || 1100;

/** Two taps on the same thing within so many milliseconds are one. */
const TWICE = 450;

/** What a small finger needs, in pixels; and how much closer a picture may come by itself without losing the overview. */
const FINGER = 64;
const CLOSEST = 2;

/** A shepherd who does not know yet, because the server only gets ready, thinks again so often, after so many milliseconds. */
const THINKS = 5;
const PONDERS = 1500;

/** So many things may glow that it is worth while to find out whether a finger meets each of them. */
const FEW = 12;

const file = (name) => new URL(name, import.meta.url).href;
const face = (name) => h("img", { src: file(name), alt: "", draggable: "false" });

export class Small {
  constructor(now, act, stage) {
    Object.assign(this, { now, act, stage, held: null, send: act.send, spoken: null });
    document.documentElement.dataset.size = "large";
    act.send = (choice) => this.think(choice);
    const tap = act.tap.bind(act);
    act.tap = (part) => this.tapped(part, tap);
    // Only what glows is tapped, what was chosen, and what one could choose instead; ends of ways would take its room.
    stage.board.means = (part) => now.choosing.chosen.includes(part) || this.instead().includes(part);
    const unmark = stage.board.unmark.bind(stage.board);
    stage.board.unmark = () => (this.tracks?.remove(), unmark()); // tracks are no part of a picture
    this.back = h("button", { class: "small-tool back", "aria-label": _("Take back"), onclick: () => this.takeBack() }, icon("undo"));
    this.ask = h("button", { class: "small-tool ask", "aria-label": _("Hint"), onclick: () => this.askShepherd() }, face("shepherd.svg"));
    this.voice = h("button", { class: "small-tool voice", "aria-label": _("Read aloud"), onclick: () => this.toggleVoice() }, icon("loud"));
    const out = h("button", { class: "grown-ups", "aria-label": _("For grown-ups: press and hold") }, icon("more"));
    onLongPress(out, () => (location.href = location.pathname));
    this.tools = h("nav", { class: "small-tools", "aria-label": _("What I can do now") }, this.voice, this.ask, this.back);
    document.body.append(this.tools, out);
    this.showVoice();
    new ResizeObserver(([{ contentRect: { width, height } }]) => this.resized(Math.round(width), Math.round(height))).observe(stage.board.place);
  }

  /** With other room than before it is looked anew how close the picture can come. */
  resized(width, height) {
    if (this.room === `${width} ${height}`) return;
    this.room = `${width} ${height}`;
    this.closeTo = null;
    if (document.body.matches(".mine-now")) this.comeCloser();
  }

  /** What was chosen is done a moment later: until then a mis-tap costs nothing, whatever would follow from it. */
  think(choice) {
    const { now, stage } = this;
    if (now.forced === choice.action) return this.send(choice);
    this.letGo();
    const { decision } = now.state;
    const timer = setTimeout(() => {
      this.held = null;
      if (now.state.decision === decision) this.send(choice);
    }, SECOND_THOUGHTS);
    this.held = { timer };
    now.choosing.path = [...choice.parts];
    stage.board.mark([], choice.parts);
    this.showGhost(choice.parts);
    stage.begin(choice.parts);
    this.render(true);
  }

  /** What is held back is not done after all; whether there was anything. */
  letGo() {
    if (!this.held) return false;
    clearTimeout(this.held.timer);
    this.held = null;
    this.stage.end();
    return true;
  }

  /** What one could choose in the place of what is chosen: something else to begin with, or another end of the same way. */
  instead() {
    const { choosing } = this.now;
    return [...choosing.next([]), ...(this.held ? choosing.next(choosing.path.slice(0, -1)) : [])];
  }

  /** Small fingers tap twice: that is once. Something else, tapped in time, is meant instead. */
  tapped(part, tap) {
    const { choosing } = this.now;
    const isTwice = part === this.last?.part && performance.now() - this.last.at < TWICE;
    if (isTwice || (this.held && choosing.chosen.includes(part))) return;
    this.last = { part, at: performance.now() };
    if (choosing.means(part)) this.letGo();
    tap(part);
  }

  /** The shepherd shows what he would do, and says it where things are spoken. */
  async askShepherd() {
    const { now, act } = this;
    const { decision, eyes } = now.state;
    this.ask.classList.add("thinking");
    for (let times = 0; times < THINKS && !now.hint; times += 1) {
      if (times) await new Promise((done) => setTimeout(done, PONDERS));
      if (now.state.decision !== decision) break;
      await act.hint(eyes);
    }
    this.ask.classList.remove("thinking");
    this.render(now.may);
    this.say(unmarked(now.table, now.hint?.words));
  }

  takeBack() {
    const { now, act } = this;
    if (this.letGo()) {
      now.choosing.path = [];
      now.choosing.end = null;
      return act.back();
    }
    if (now.choosing.chosen.length) return act.back();
    if (now.state.undo === "free") act.undo(now.state.eyes ?? now.table.chairs.find((chair) => chair.here)?.seat);
  }

  render(mine) {
    const { now } = this;
    const { state, table } = now;
    document.body.dataset.game = table.game;
    if (!state) return;
    const over = Boolean(state.ending) && this.stage.isThere;
    this.back.disabled = over || !(this.held || now.choosing.chosen.length || state.undo === "free");
    this.back.classList.toggle("counting", Boolean(this.held));
    this.ask.disabled = over || !mine || now.thinking || this.ask.matches(".thinking") || !(state.choices?.length > 1);
    if (mine && this.spoken !== state.decision) {
      this.spoken = state.decision;
      this.say(state.question || state.sentence);
    }
    if (mine) {
      this.comeCloser();
      this.showTracks();
    }
    if (over) this.celebrate(state, table);
  }

  get glowing() {
    return this.stage.board.marked.filter((element) => element.matches(".legal"));
  }

  /** What was chosen leaves tracks on every place it may go to, if it has some: they show which way it would walk. */
  showTracks() {
    this.tracks?.remove();
    const { board } = this.stage;
    if (this.held) return this.showGhost(this.now.choosing.chosen);
    const walker = board.part(this.now.choosing.chosen.at(-1) ?? "");
    const track = walker?.querySelector(":scope > .track");
    const middle = track && this.middles();
    if (!middle) return;
    const from = middle(walker);
    const shown = [];
    for (const place of this.glowing.filter((element) => element.matches("[data-part]:not(:has(.track))"))) {
      const { x, y } = middle(place);
      const step = track.cloneNode(true);
      step.removeAttribute("display");
      step.setAttribute("transform", `translate(${x} ${y}) rotate(${90 + (180 / Math.PI) * Math.atan2(y - from.y, x - from.x)})`);
      shown.push(step);
    }
    this.lay(shown);
  }

  /** What goes somewhere is seen there already, pale, until it is done or taken back. */
  showGhost(parts) {
    this.tracks?.remove();
    const [piece, place] = [parts[0], parts.at(-1)].map((part) => this.stage.board.part(part));
    const middle = piece && place && piece !== place && this.middles();
    if (!middle) return;
    const [from, to] = [middle(piece), middle(place)];
    const ghost = piece.cloneNode(true);
    for (const each of [ghost, ...ghost.querySelectorAll("[id], [data-part]")]) {
      each.removeAttribute("id");
      each.removeAttribute("data-part");
    }
    ghost.querySelector(":scope > .halo")?.remove();
    ghost.setAttribute("class", "small-ghost");
    const moved = document.createElementNS(piece.namespaceURI, "g");
    moved.setAttribute("transform", `translate(${to.x - from.x} ${to.y - from.y})`);
    moved.append(ghost);
    this.lay([moved]);
  }

  /** Where the middle of something drawn is, in the picture's own measure; null: it is not shown just now. */
  middles() {
    const toPicture = this.stage.board.svg.getScreenCTM()?.inverse();
    return toPicture && ((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return new DOMPoint((left + right) / 2, (top + bottom) / 2).matrixTransform(toPicture);
    });
  }

  /** Lay something over the picture that is no part of it. */
  lay(shown) {
    const { svg } = this.stage.board;
    this.tracks = document.createElementNS(svg.namespaceURI, "g");
    this.tracks.setAttribute("pointer-events", "none");
    this.tracks.append(...shown);
    svg.append(this.tracks);
  }

  /** What glows is met from near by, too. Where that does not help on a small screen it comes closer by itself, once for
   * each question, if all of it stays in view; else at the first tap.
   */
  comeCloser() {
    const { board } = this.stage;
    const { glowing } = this;
    // A new picture begins far away, even if the same things glow in it as before.
    const question = [board.nth, ...glowing.map((element) => element.dataset.part)].join();
    if (!glowing.length || question === this.closeTo) return;
    this.closeTo = question;
    board.farther(); // what was close for another question need not show this one
    const boxes = glowing.map((element) => element.getBoundingClientRect());
    if (boxes.some(({ width }) => !width)) return void (this.closeTo = null); // not there yet
    const least = Math.min(...boxes.flatMap(({ width, height }) => [width, height]));
    if (least >= FINGER || (glowing.length <= FEW && inReach(targets(glowing), board.means))) return;
    const times = (1.05 * FINGER) / least;
    const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    const fits = (right - left) * times <= board.place.clientWidth && (bottom - top) * times <= board.place.clientHeight;
    if (times <= CLOSEST && fits) board.closer({ clientX: (left + right) / 2, clientY: (top + bottom) / 2 }, times);
  }

  /** The podium, and the next game in one tap. */
  celebrate(state, table) {
    if (this.end) return;
    const podium = state.ending.podium ? parsed(state.ending.podium, "image/svg+xml").documentElement : null;
    const again = h("button", { class: "small-next", "aria-label": _("Once more"), onclick: () => this.act.rematch() }, icon("again"));
    this.end = h("div", { class: "small-end", role: "dialog", "aria-label": state.sentence }, podium, h("div", {}, again, this.wayHome()));
    document.body.append(this.end);
    again.focus({ preventScroll: true });
    sound("win");
    this.say(state.sentence);
  }

  /** To the other games, when there is nothing more to do here. */
  wayHome() {
    this.tools.hidden = true;
    return h("a", { class: "small-next", href: "/small", "aria-label": _("Another game") }, face("fold.svg"));
  }

  // ---------------------------------------------------------------------------------------- the device's own voice

  get speaks() {
    return remembered("speak") === "1" && "speechSynthesis" in window;
  }

  say(words) {
    if (!this.speaks || !words) return;
    speechSynthesis.cancel();
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang: document.documentElement.lang }));
  }

  toggleVoice() {
    remembered("speak", this.speaks ? "" : "1");
    this.showVoice();
    if (this.speaks) this.say(this.now.state?.question || this.now.state?.sentence);
    else window.speechSynthesis?.cancel();
  }

  showVoice() {
    this.voice.hidden = !("speechSynthesis" in window);
    this.voice.setAttribute("aria-pressed", String(this.speaks));
  }
}
