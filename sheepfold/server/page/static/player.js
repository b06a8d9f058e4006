// Plays beats on a picture. A beat names things by their ids; where they are, the picture knows. What was played stays
// as it is until the next picture takes its place, so a beat can be skipped, lost or wrong and the position is right.
import { changed, css, drawn, extent, identity, matrixOf, origin, scaleOf } from "./geometry.js";
import { sound } from "./sound.js";

const HIGHEST = 34;
const SAMPLES = 5;
const NEAR = 46;
const MOVES = new Set(["run", "hop", "slide", "shove"]);
const FLAT = 0.6;

/** How large something becomes that flies into a place; what is laid on a flat pile is not squeezed into it. */
const fitting = (own, { width, height }) =>
  Math.min(1.5, Math.max(0.3, Math.min(width / own.width, Math.max(height / own.height, (FLAT * width) / own.width))));

export class Player {
  /** `say(words)` is told each sentence; `still` shows marks instead of motion. */
  constructor(svg, next, { say, still = false, trail = null }) {
    Object.assign(this, { svg, next, say, still });
    this.shifts = new Map();
    this.scales = new Map();
    this.seen = new Set();
    this.standIns = new Map();
    this.flown = new Map();
    this.labels = new Map();
    this.visited = [];
    this.motions = [];
    this.timers = [];
    this.layer = drawn("g", { class: "staged", "pointer-events": "none", "aria-hidden": "true" });
    this.unit = Math.sqrt(svg.viewBox.baseVal.width * svg.viewBox.baseVal.height) / 24;
    this.ground = drawn("g", { class: "staged ground", "pointer-events": "none", "aria-hidden": "true" });
    trail?.remove();
    svg.append(this.layer);
  }

  /** Play beats, `pace` times as slowly as usual; the promise is kept when all are over or `finish` was called. */
  play(beats, pace) {
    return new Promise((done) => {
      this.done = done;
      this.landings(beats);
      let [begin, last, end] = [0, 0, 0];
      for (const given of beats) {
        const beat = { what: [], to: [], text: "", seat: -1, ...given };
        const lasts = beat.lasts * pace;
        begin += (beat.after ?? 1) * last;
        last = lasts;
        end = Math.max(end, begin + lasts);
        this.timers.push(setTimeout(() => this.start(beat, lasts), begin));
      }
      this.timers.push(setTimeout(() => this.finish(), end));
    });
  }

  finish() {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.done?.();
    this.done = null;
  }

  /** Take away what was only for showing; the picture itself is shown right after. */
  clear() {
    for (const motion of this.motions) motion.cancel();
    this.layer.remove();
    this.ground.remove();
  }

  /** The last thing a piece does ends where the next picture has it. */
  landings(beats) {
    this.last = new Map();
    for (const { verb, what = [] } of beats) if (MOVES.has(verb)) for (const id of what) this.last.set(id, (this.last.get(id) ?? 0) + 1);
    const lowest = [...this.svg.children].find((each) => this.last.has(each.id));
    this.svg.insertBefore(this.ground, lowest ?? this.layer);
  }

  start(beat, lasts) {
    if (beat.says) this.say(beat.says, beat.seat);
    if (beat.sound) sound(beat.sound, { seat: beat.seat ?? -1, times: beat.verb === "hop" ? beat.to.length : 1, over: lasts / 1000 });
    if (this.still) this.mark(beat, lasts);
    else this[beat.verb]?.(beat, lasts);
  }

  // ---------------------------------------------------------------------------------------- where things are

  element(id) {
    return this.standIns.get(id) ?? this.svg.getElementById(id);
  }

  /** Where something is now: its middle and size; null if it is nowhere. */
  where(id) {
    const element = this.element(id);
    if (element) {
      const [shift, scale] = [this.shifts.get(id) ?? { x: 0, y: 0 }, this.scales.get(id) ?? 1];
      const { x, y, width, height } = extent(element);
      return { x: x + shift.x, y: y + shift.y, width: width * scale, height: height * scale };
    }
    return this.spot(id) ?? this.comes(id);
  }

  /** A place of which the picture gives only the spot. */
  spot(id) {
    const [, kind, nth] = /^(.*)-(\d+)$/.exec(id) ?? [];
    const spots = kind && this.svg.querySelector(`[data-places="${CSS.escape(kind)}"]`)?.dataset.at.split(" ");
    if (!spots || spots.length < 2 * nth + 2) return null;
    return { x: Number(spots[2 * nth]), y: Number(spots[2 * nth + 1]), width: this.unit, height: this.unit };
  }

  /** Where the next picture has something that is not here yet. */
  comes(id) {
    const element = this.next.getElementById(id);
    return element && { ...origin(element), width: this.unit, height: this.unit };
  }

  /** Where a piece ends that goes to a place: exactly where the next picture has it, if that is there. */
  landing(id, place) {
    const [here, there] = [this.svg.getElementById(id), this.next.getElementById(id)];
    this.last.set(id, this.last.get(id) - 1);
    if (this.last.get(id) > 0 || !here || !there) return place;
    const [from, to] = [origin(here), origin(there)];
    const shift = this.shifts.get(id) ?? { x: 0, y: 0 };
    const now = this.where(id);
    const exact = { x: now.x - shift.x + to.x - from.x, y: now.y - shift.y + to.y - from.y };
    return Math.hypot(exact.x - place.x, exact.y - place.y) < NEAR ? { ...place, ...exact } : place;
  }

  animate(element, frames, timing) {
    const motion = element.animate(frames, { fill: "forwards", ...timing });
    this.motions.push(motion);
    return motion;
  }

  add(tag, attributes, ...inside) {
    const made = drawn(tag, attributes, ...inside);
    this.layer.append(made);
    return made;
  }

  /** Something that is seen for a while and then gone. */
  brief(element, frames, timing) {
    this.animate(element, frames, { fill: "both", ...timing }).finished.then(() => element.remove(), () => {});
  }

  // ---------------------------------------------------------------------------------------- going somewhere

  /** Move a piece from place to place: `height` is how high it hops, in its own way of moving. */
  go(beat, lasts, { height, easing = "linear", tracks = null, size = 1 }) {
    for (const id of beat.what) {
      const [element, here] = [this.element(id), this.where(id)];
      const places = beat.to.length ? beat.to.map((name) => this.where(name)).filter(Boolean) : [this.comes(id)].filter(Boolean);
      if (!element || !places.length) continue;
      places[places.length - 1] = this.landing(id, places.at(-1));
      const old = this.shifts.get(id) ?? { x: 0, y: 0 };
      const home = { x: here.x - old.x, y: here.y - old.y };
      const large = this.sizeAfter(id);
      const frames = [];
      let from = here;
      for (const to of places) {
        const samples = height ? SAMPLES : 1;
        for (let k = frames.length ? 1 : 0; k <= samples; k++) {
          const part = k / samples;
          const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part - height * 4 * part * (1 - part)];
          frames.push({ transform: changed(element, this.moved(home, x - home.x, y - home.y, size * large)) });
        }
        from = to;
      }
      const shift = { x: from.x - home.x, y: from.y - home.y };
      if (size !== 1) frames[frames.length - 1] = { transform: changed(element, this.moved(home, shift.x, shift.y, large)) };
      this.shifts.set(id, shift);
      if (large !== 1) this.scales.set(id, large);
      for (let up = element; up !== this.svg && up !== this.layer; up = up.parentNode) if (up === element || up.id) up.parentNode.append(up);
      for (const each of element.querySelectorAll(".stays")) this.animate(each, [{ opacity: 0 }, { opacity: 0 }], { duration: 1 });
      this.animate(element, frames, { duration: lasts, easing });
      if (tracks) this.tracks([here, ...places], tracks, lasts, beat.seat);
      this.visited.push([id, beat.to]);
    }
  }

  /** How large a piece is drawn against the picture from its next move on: what will be larger grows when it sets off,
   * what will be smaller shrinks on its last way. */
  sizeAfter(id) {
    const now = this.scales.get(id) ?? 1;
    const [here, there] = [this.svg.getElementById(id), this.next.getElementById(id)];
    if (!here || !there || this.standIns.has(id)) return now;
    const then = scaleOf(there) / scaleOf(here);
    return then > now || !(this.last.get(id) > 0) ? then : now;
  }

  /** A shift, and how large what is drawn is seen then. `at` is where the picture itself has it. */
  moved(at, across, down, size) {
    const shift = identity().translate(across, down);
    return size === 1 ? shift : shift.translate(at.x, at.y).scale(size).translate(-at.x, -at.y);
  }

  /** Step by step what shows the way that was gone: `drawn(from, to)`. It stays until somebody else goes. */
  tracks(points, leave, lasts, seat = -1) {
    for (const old of this.svg.querySelectorAll(".staged .track")) if (old.dataset.seat !== String(seat)) old.remove();
    points.slice(1).forEach((to, k) => {
      const track = leave.call(this, points[k], to);
      track.dataset.seat = seat;
      this.animate(track, [{ opacity: 0 }, { opacity: 1 }], { duration: 80, delay: (lasts * (k + 1)) / points.length, fill: "both" });
    });
  }

  /** A dot where a pawn touched the ground. */
  dot(_from, { x, y }) {
    return this.add("ellipse", { class: "track", cx: x, cy: y, rx: this.unit / 5, ry: this.unit / 7 });
  }

  /** Trodden ground with the prints of hooves on it, under everything that runs; where the way leaps there is none. */
  prints(from, to) {
    const [across, down] = [to.x - from.x, to.y - from.y];
    const [far, angle] = [Math.hypot(across, down), (Math.atan2(down, across) * 180) / Math.PI];
    const print = (along, aside) => drawn("ellipse", { class: "print", cx: along * this.unit, cy: aside * this.unit, rx: this.unit / 8, ry: this.unit / 13 });
    const track = drawn("g", { class: "track" },
      far < 2 * this.unit ? drawn("path", { class: "trodden", d: `M${from.x} ${from.y}L${to.x} ${to.y}`, "stroke-width": this.unit * 0.42 }) : "",
      drawn("g", { transform: `translate(${to.x} ${to.y}) rotate(${angle})` }, print(-0.26, -0.1), print(-0.02, 0.1)));
    this.ground.append(track);
    return track;
  }

  run(beat, lasts) {
    this.go(beat, lasts, { height: HIGHEST / 4, easing: "ease-in-out", size: 1.3, tracks: this.prints });
  }

  hop(beat, lasts) {
    this.go(beat, lasts, { height: HIGHEST, tracks: this.dot });
  }

  slide(beat, lasts) {
    this.go(beat, lasts, { height: 0, easing: "ease-in-out" });
  }

  shove(beat, lasts) {
    const from = beat.what.map((id) => this.where(id));
    for (const at of from) this.burst(at, lasts);
    this.go(beat, lasts, { height: 12, easing: "cubic-bezier(.2,1.4,.5,1)" });
    beat.what.forEach((id, k) => from[k] && this.pushed(from[k], this.where(id), lasts));
  }

  /** An arrow beside who was shoved, from where to where: it stays until somebody else goes. */
  pushed(from, to, lasts) {
    const [across, down] = [to.x - from.x, to.y - from.y];
    const far = Math.hypot(across, down);
    if (far < 1 || far > 4 * this.unit) return;
    // Drawn as if to the right, then turned: a bow, and the tip where it ends.
    const [out, tip] = [this.unit * 0.55, this.unit * 0.24];
    const bow = `M0 ${out}Q${far / 2} ${out * 1.8} ${far} ${out}m${-tip} ${-tip * 0.25}l${tip} ${tip * 0.25}l${-tip * 0.45} ${tip * 0.9}`;
    const turn = `translate(${from.x} ${from.y}) rotate(${(Math.atan2(down, across) * 180) / Math.PI})`;
    const arrow = this.add("path", { class: "track pushed", d: bow, transform: turn, "stroke-width": this.unit * 0.11 });
    this.animate(arrow, [{ opacity: 0 }, { opacity: 1 }], { duration: 120, delay: lasts * 0.4, fill: "both" });
  }

  burst(at, lasts) {
    if (!at) return;
    const size = this.unit * 1.1;
    const points = Array.from({ length: 18 }, (_none, k) => {
      const [far, angle] = [k % 2 ? 0.5 : 1, (k * Math.PI) / 9];
      return `${size * far * Math.cos(angle)},${size * far * Math.sin(angle)}`;
    });
    const star = this.add("polygon", { class: "burst", points: points.join(" ") });
    const at0 = `translate(${at.x}px,${at.y}px)`;
    this.brief(star, [{ transform: `${at0} scale(.2)`, opacity: 1 }, { transform: `${at0} scale(1)`, opacity: 1, offset: 0.5 }, { transform: `${at0} scale(1.1)`, opacity: 0 }], { duration: Math.max(260, lasts) });
  }

  /** A copy flies over everything else. From half its way on it stands for what lies there; until then what lies there
   * can set off itself: two cards change places. */
  fly(beat, lasts) {
    const [goal, there] = [beat.to[0], this.where(beat.to[0])];
    for (const id of beat.what) {
      const [element, here] = [this.element(id), this.where(id)];
      if (!element || !here || !there) continue;
      const copy = this.copy(element, matrixOf(element));
      const [old, own, from] = [this.shifts.get(id) ?? { x: 0, y: 0 }, extent(element), this.scales.get(id) ?? 1];
      this.animate(element, [{ opacity: 0 }, { opacity: 0 }], { duration: 1 });
      const [across, down] = [there.x - here.x, there.y - here.y];
      const lift = Math.min(90, 0.25 * Math.hypot(across, down));
      const to = fitting(own, there);
      const frames = Array.from({ length: 9 }, (_none, k) => {
        const part = k / 8;
        const [x, y] = [old.x + across * part, old.y + down * part - lift * 4 * part * (1 - part)];
        return { transform: changed(copy, identity().translate(x + own.x, y + own.y).scale(from + (to - from) * part).translate(-own.x, -own.y)) };
      });
      this.animate(copy, frames, { duration: lasts, easing: "ease-in-out" });
      this.flown.set(id, { goal, copy });
      this.later(() => this.standsFor(id, { x: old.x + across, y: old.y + down }, to), lasts / 2);
      this.seen.add(id);
      this.seen.add(goal);
      this.visited.push([goal, []]);
    }
  }

  /** Something that flew stands for what lies at its goal, which is remembered. */
  standsFor(id, shift, scale) {
    const flight = this.flown.get(id);
    const { goal, copy } = flight;
    flight.before = [this.standIns, this.shifts, this.scales].map((known) => [known, known.get(goal)]);
    this.standIns.set(goal, copy);
    this.shifts.set(goal, shift);
    this.scales.set(goal, scale);
  }

  copy(element, matrix) {
    const copy = element.cloneNode(true);
    for (const each of [copy, ...copy.querySelectorAll("[id],[data-part]")]) for (const name of ["id", "data-part", "class"]) each.removeAttribute(name);
    copy.setAttribute("transform", css(matrix));
    this.layer.append(copy);
    return copy;
  }

  // ---------------------------------------------------------------------------------------- changing in place

  /** What a thing becomes in the next picture, it becomes now. */
  become(id) {
    const [here, there] = [this.svg.getElementById(id), this.next.getElementById(id)];
    if (!here || !there) return;
    here.replaceChildren(...Array.from(there.childNodes, (child) => child.cloneNode(true)));
    if (there.hasAttribute("opacity")) here.setAttribute("opacity", there.getAttribute("opacity"));
    else here.removeAttribute("opacity");
    this.seen.add(id);
  }

  later(what, lasts) {
    this.timers.push(setTimeout(what, lasts));
  }

  roll(beat, lasts) {
    beat.what.forEach((id, k) => {
      const [element, at] = [this.element(id), this.where(id)];
      if (!element) return;
      const turn = (angle, lift, size) => ({ transform: changed(element, identity().translate(at.x, at.y - lift).rotate(angle).scale(size).translate(-at.x, -at.y)) });
      const frames = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1].map((part) => turn(720 * part * (2 - part), HIGHEST * 1.2 * Math.abs(Math.sin(part * Math.PI * 2)) * (1 - part), 1 + 0.12 * (1 - part)));
      this.animate(element, frames, { duration: lasts, easing: "ease-out", fill: "none" });
      this.later(() => this.come(id, beat.to[k]), lasts * 0.45);
    });
  }

  /** How a die comes down: as the next picture has it, or with what looks like another thing on it. */
  come(id, like) {
    if (!like) return this.become(id);
    const [die, thing] = [this.svg.getElementById(id), this.svg.getElementById(like)];
    if (!die || !thing) return;
    const size = die.getBBox();
    const look = drawn("g", {}, ...Array.from(thing.childNodes, (child) => child.cloneNode(true)));
    for (const each of look.querySelectorAll(".stays")) each.remove();
    for (const each of look.querySelectorAll("[id],[data-part]")) for (const name of ["id", "data-part"]) each.removeAttribute(name);
    die.append(look);
    const { x, y, width, height } = look.getBBox();
    const scale = (0.72 * size.width) / Math.max(width, height);
    look.setAttribute("transform", `translate(${size.x + size.width / 2} ${size.y + size.height / 2}) scale(${scale}) translate(${-x - width / 2} ${-y - height / 2})`);
  }

  flip(beat, lasts) {
    if (beat.text) return beat.what.forEach((id) => this.cards(id, beat, lasts));
    for (const id of beat.what) {
      const element = this.element(id);
      if (!element) continue;
      this.turn(id, element, lasts / 2, false);
      this.later(() => {
        this.unveil(id);
        this.become(id);
        const [now, then] = [this.svg.getElementById(id), this.next.getElementById(id)];
        if (!now) return;
        if (then?.hasAttribute("transform")) now.setAttribute("transform", then.getAttribute("transform"));
        this.turn(id, now, lasts / 2, true);
      }, lasts / 2);
    }
  }

  /** Half of turning over: until a thing is as thin as a line, or from then on. */
  turn(id, element, lasts, back) {
    const at = extent(element);
    const [shift, scale] = [this.shifts.get(id) ?? { x: 0, y: 0 }, this.scales.get(id) ?? 1];
    const narrowed = (thin) => ({ transform: changed(element, identity().translate(at.x + shift.x, at.y + shift.y).scaleNonUniform(thin * scale, scale).translate(-at.x, -at.y)) });
    const frames = [narrowed(1), narrowed(0.02)];
    this.animate(element, back ? frames.reverse() : frames, { duration: lasts, easing: back ? "ease-out" : "ease-in" });
  }

  /** What a copy stood for, or what was moved, is seen itself again, where the next picture has it. */
  unveil(id) {
    this.standIns.get(id)?.remove();
    this.standIns.delete(id);
    this.scales.delete(id);
    if (this.next.getElementById(id)) this.shifts.delete(id);
    for (const motion of this.motions) if (motion.effect.target.id === id) motion.cancel();
  }

  /** Cards turn over, one after the other, before a mat: they form a number, which then stands beside them. */
  cards(id, beat, lasts) {
    const at = this.where(id);
    if (!at) return;
    const { width } = this.svg.viewBox.baseVal;
    const size = this.unit * 2.1;
    const digits = [...beat.text];
    const [each, number] = [size * 0.82, this.unit * 1.9 * (0.62 * digits.length + 0.4)];
    const left = Math.min(Math.max(at.x - (each * digits.length + number) / 2, 8), width - each * digits.length - number - 8);
    const y = this.before(at, size * 1.1);
    this.table?.remove();
    const table = (this.table = this.add("g", { class: `cards seat-${beat.seat}` }));
    Object.assign(table, { of: id, x: left + each * digits.length + number / 2, y });
    digits.forEach((digit, k) => {
      const card = drawn("g", {},
        drawn("rect", { x: -size * 0.37, y: -size / 2, width: size * 0.74, height: size, rx: size * 0.12 }),
        drawn("text", { "text-anchor": "middle", y: size * 0.27, "font-size": size * 0.75 }, digit));
      table.append(card);
      const at0 = `translate(${left + each * (k + 0.5)}px,${y}px) rotate(${(k - (digits.length - 1) / 2) * 4}deg)`;
      const frames = [{ transform: `${at0} scale(0,1)`, opacity: 1 }, { transform: at0, opacity: 1 }];
      this.animate(card, frames, { duration: lasts / (digits.length + 1), delay: (lasts * k) / (digits.length + 1), easing: "ease-out", fill: "both" });
    });
  }

  /** How high something stands that is shown before a mat: below it in the upper half of the picture, else above it. */
  before(at, high) {
    const side = at.y < this.svg.viewBox.baseVal.height / 2 ? 1 : -1;
    return at.y + side * (at.height / 2 + high / 2);
  }

  appear(beat, lasts) {
    for (const id of beat.what) {
      let element = this.element(id);
      if (!element) {
        const comes = this.next.getElementById(id);
        if (!comes) continue;
        element = this.copy(comes, matrixOf(comes));
        this.standIns.set(id, element);
      }
      this.seen.add(id);
      const at = this.where(id);
      const small = changed(element, identity().translate(at.x, at.y).scale(0.3).translate(-at.x, -at.y));
      const most = 1.15 + Math.max(0, beat.lasts - 300) / 200; // what takes its time pops up larger
      const large = changed(element, identity().translate(at.x, at.y).scale(most).translate(-at.x, -at.y));
      this.animate(element, [{ transform: small, opacity: 0 }, { transform: large, opacity: 1, offset: 0.7 }, { transform: changed(element, identity()), opacity: 1 }], { duration: lasts, easing: "ease-out", fill: "backwards" });
    }
  }

  /** What flew somewhere and vanishes there stands for nothing any more: what lies there is itself again. */
  vanish(beat, lasts) {
    for (const id of beat.what) {
      const flight = this.flown.get(id);
      const element = flight?.copy ?? this.element(id);
      if (!element) continue;
      if (flight && this.standIns.get(flight.goal) === flight.copy) {
        for (const [known, was] of flight.before) was === undefined ? known.delete(flight.goal) : known.set(flight.goal, was);
      }
      this.animate(element, [{ opacity: 0 }], { duration: lasts, easing: "ease-in" });
      if (!this.next.getElementById(id)) this.seen.add(id);
    }
  }

  splash(beat, lasts) {
    for (const id of beat.what) {
      const [element, at] = [this.element(id), this.where(id)];
      if (!at) continue;
      for (let k = 0; k < 9; k++) {
        const angle = Math.PI * (1.08 + (0.84 * k) / 8);
        const far = this.unit * (1 + (k % 3) * 0.35);
        const drop = this.add("circle", { class: "drop", r: this.unit * (0.14 + (k % 2) * 0.06) });
        const to = `translate(${at.x + far * Math.cos(angle)}px,${at.y + far * Math.sin(angle) * 1.2}px)`;
        const down = `translate(${at.x + far * 1.3 * Math.cos(angle)}px,${at.y + this.unit * 0.5}px)`;
        this.brief(drop, [{ transform: `translate(${at.x}px,${at.y}px)`, opacity: 0 }, { transform: to, opacity: 1 }, { transform: down, opacity: 0 }], { duration: lasts, easing: "ease-out" });
      }
      const ring = this.add("ellipse", { class: "ripple", rx: this.unit * 0.9, ry: this.unit * 0.4 });
      const at0 = `translate(${at.x}px,${at.y + this.unit * 0.4}px)`;
      this.brief(ring, [{ transform: `${at0} scale(.3)`, opacity: 0.9 }, { transform: `${at0} scale(1.5)`, opacity: 0 }], { duration: lasts, easing: "ease-out" });
      if (!element) continue;
      const shift = this.shifts.get(id) ?? { x: 0, y: 0 };
      const home = { x: at.x - shift.x, y: at.y - shift.y };
      const sunk = (down) => ({ transform: changed(element, this.moved(home, shift.x, shift.y + down, this.scales.get(id) ?? 1)) });
      this.animate(element, [sunk(0), sunk(this.unit * 0.4), sunk(this.unit * 0.1)], { duration: lasts, easing: "ease-in-out" });
      this.shifts.set(id, { x: shift.x, y: shift.y + this.unit * 0.1 });
    }
  }

  /** A cloud stands over a place, drops fall from it, and water gathers there until the next picture has it. */
  rain(beat, lasts) {
    const { unit } = this;
    for (const at of beat.what.map((id) => this.where(id)).filter(Boolean)) {
      const put = (x, y) => `translate(${x}px,${y}px)`;
      const high = at.y - unit * 1.6;
      const pool = this.add("ellipse", { class: "pool", rx: unit * 0.6, ry: unit * 0.45 });
      this.animate(pool, [{ transform: `${put(at.x, at.y)} scale(0)` }, { transform: put(at.x, at.y) }], { duration: lasts * 0.6, delay: lasts * 0.4, easing: "ease-out", fill: "both" });
      for (let k = 0; k < 9; k++) {
        const x = at.x + unit * 0.13 * (((k * 4) % 9) - 4);
        const drop = this.add("ellipse", { class: "drop", rx: unit * 0.07, ry: unit * 0.15 });
        this.brief(drop, [{ transform: put(x, high), opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: put(x, at.y), opacity: 1 }], { duration: lasts * 0.4, delay: lasts * (0.1 + 0.05 * k), easing: "ease-in" });
      }
      const cloud = this.add("g", { class: "cloud" }, ...[[-0.5, 0.28], [0, 0.42], [0.5, 0.3]].map(([x, r]) => drawn("circle", { cx: unit * x, cy: -unit * r * 0.6, r: unit * r })), drawn("rect", { x: -unit * 0.75, y: -unit * 0.3, width: unit * 1.5, height: unit * 0.34, rx: unit * 0.17 }));
      this.brief(cloud, [{ transform: put(at.x - unit, high), opacity: 0 }, { transform: put(at.x, high), opacity: 1, offset: 0.2 }, { transform: put(at.x, high), opacity: 1, offset: 0.8 }, { transform: put(at.x, high), opacity: 0 }], { duration: lasts });
    }
  }

  // ---------------------------------------------------------------------------------------- marks

  ring(id, classes) {
    const at = this.where(id);
    if (!at) return null;
    const [width, height] = [at.width + 12, at.height + 12];
    return this.add("rect", { class: classes, x: at.x - width / 2, y: at.y - height / 2, width, height, rx: Math.min(18, height / 3) });
  }

  glow(beat, lasts) {
    for (const id of beat.what) {
      const ring = this.ring(id, "ring");
      if (ring) this.brief(ring, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], { duration: lasts });
      this.visited.push([id, []]);
    }
    if (beat.text) this.count(beat, lasts);
  }

  /** What lies beside each other is joined, beginning with the first; it stays joined until the next picture. */
  link(beat, lasts) {
    this.glow(beat, lasts);
    const joints = this.joints(beat.what);
    joints.forEach(({ x, y, angle, size }, k) => {
      const joint = this.joint(size, beat.seat);
      const at = `translate(${x}px,${y}px) rotate(${angle}deg)`;
      const frames = [{ transform: `${at} scale(0,1)`, opacity: 1 }, { transform: `${at} scale(1.25)`, opacity: 1, offset: 0.6 }, { transform: at, opacity: 1 }];
      this.animate(joint, frames, { duration: lasts / 2, delay: (lasts * k) / (2 * joints.length), easing: "ease-out", fill: "both" });
    });
  }

  /** Where things that lie beside each other touch, from the first on. */
  joints(ids) {
    const all = ids.map((id) => this.where(id)).filter(Boolean);
    const found = [];
    all.forEach((one, k) => {
      for (const other of all.slice(k + 1)) {
        const [across, down] = [other.x - one.x, other.y - one.y];
        if (Math.hypot(across / one.width, down / one.height) > 1.3) continue;
        found.push({ x: one.x + across / 2, y: one.y + down / 2, angle: (Math.atan2(down, across) * 180) / Math.PI, size: Math.min(one.width, one.height) });
      }
    });
    return found;
  }

  joint(size, seat) {
    const [width, height] = [size * 0.42, size * 0.18];
    return this.add("rect", { class: `joint seat-${seat}`, x: -width / 2, y: -height / 2, width, height, rx: height / 2 });
  }

  /** A number pops up large and stays, small, beside what it belongs to: later numbers are compared with it. */
  count(beat, lasts) {
    const at = this.where(beat.what[0]);
    if (!at) return;
    const { width } = this.svg.viewBox.baseVal;
    const size = this.unit * 1.5;
    const inside = (scale) => ((room) => Math.min(Math.max(at.x, room), width - room))(beat.text.length * size * 0.34 * scale + 8);
    const y = this.before(at, size * 1.1);
    const x = inside(0.55);
    const beside = this.table?.isConnected && this.table.of === beat.what[0] ? this.table : { x: inside(1.25), y };
    this.labels.get(beat.what[0])?.remove();
    const label = this.add("g", { class: `number seat-${beat.seat ?? -1}` }, drawn("text", { "text-anchor": "middle", "font-size": size, y: size * 0.36 }, beat.text));
    this.labels.set(beat.what[0], label);
    if (this.still) return label.setAttribute("transform", `translate(${x} ${y}) scale(.6)`);
    const big = `translate(${beside.x}px,${beside.y}px) scale(1.25)`;
    const small = `translate(${x}px,${y - size * 0.25}px) scale(.55)`;
    this.animate(label, [{ transform: `translate(${beside.x}px,${beside.y}px) scale(.2)`, opacity: 0 }, { transform: big, opacity: 1, offset: 0.35 }, { transform: big, opacity: 1, offset: 0.75 }, { transform: small, opacity: 1 }], { duration: lasts, easing: "ease-out", fill: "both" });
    this.later(() => this.table?.remove(), lasts);
  }

  /** Without motion: rings around what a beat is about, and numbers; they stay as long as the beat lasts. */
  mark(beat, lasts) {
    const isRolled = beat.verb === "roll";
    if (isRolled) beat.what.forEach((id, k) => this.come(id, beat.to[k]));
    const rings = [...beat.what, ...(isRolled ? [] : beat.to.slice(-1))].map((id) => this.ring(id, "ring")).filter(Boolean);
    if (beat.text && beat.what.length) this.count(beat, lasts);
    if (beat.verb === "link") for (const { x, y, angle, size } of this.joints(beat.what)) this.joint(size, beat.seat).setAttribute("transform", `translate(${x} ${y}) rotate(${angle})`);
    this.later(() => rings.forEach((ring) => ring.remove()), lasts);
    if (beat.what.length) this.visited.push([beat.what[0], isRolled ? [] : beat.to]);
  }
}
