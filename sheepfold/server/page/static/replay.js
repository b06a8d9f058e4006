// Walking through a game that was played: slider, keys, anybody's eyes. The newest moment asked for is the one shown.
import { _, h, icon, narrow, notice } from "./common.js";

const PACE = 900;

export class Replay {
  /** `momentAt(at, eyes)` asks for a moment; `show(moment)` shows it. */
  constructor(place, { length, names, eyes = null, momentAt, show, pictureLink }) {
    Object.assign(this, { length, momentAt, show, pictureLink, at: length, eyes, asked: 0 });
    const moved = () => this.go(Number(this.slider.value));
    this.slider = h("input", { type: "range", min: 0, max: length, value: length, "aria-label": _("Moment of the game"), oninput: moved });
    this.output = h("output", {}, `${length}/${length}`);
    this.playing = null;
    this.player = this.button("play", _("Play"), () => this.toggle());
    const changed = () => {
      this.eyes = who.value === "" ? null : Number(who.value);
      this.go(this.at);
    };
    const who = h("select", { "aria-label": _("Through whose eyes"), onchange: changed },
      h("option", { value: "" }, _("as everybody sees it")),
      ...names.map((name, seat) => h("option", { value: seat }, _("as {name} sees it", { name }))));
    who.value = eyes ?? "";
    this.link = pictureLink ? h("a", { class: "button", download: true, href: pictureLink(length, eyes) }, _("This picture")) : null;
    place.replaceChildren(
      h("div", { class: "slider" },
        this.button("first", _("To the beginning"), () => this.go(0)),
        this.button("back", _("One back"), () => this.go(this.at - 1)),
        this.player, this.slider, this.output,
        this.button("next", _("One on"), () => this.go(this.at + 1)),
        this.button("last", _("To the end"), () => this.go(this.length))),
      h("div", { class: "doing" }, who, ...[this.link].filter(Boolean)));
    this.keys = (event) => this.key(event);
    this.turned = () => this.go(this.at);
    document.addEventListener("keydown", this.keys);
    narrow.addEventListener("change", this.turned);
  }

  button(name, words, onclick) {
    return h("button", { class: "icon", "aria-label": words, onclick }, icon(name));
  }

  key(event) {
    if (event.target.matches?.("input, select, textarea, [data-part]") && event.target !== this.slider) return;
    if (document.querySelector("dialog[open]")) return;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.length };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.go(steps[event.key]);
  }

  async go(at) {
    this.at = Math.max(0, Math.min(this.length, at));
    this.slider.value = this.at;
    this.output.textContent = `${this.at}/${this.length}`;
    if (this.link) this.link.href = this.pictureLink(this.at, this.eyes);
    const asked = ++this.asked;
    this.output.setAttribute("aria-busy", "true");
    const moment = await this.momentAt(this.at, this.eyes).catch((trouble) => notice(trouble.message));
    if (asked !== this.asked) return;
    this.output.removeAttribute("aria-busy");
    if (moment) await this.show(moment);
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.at >= this.length) this.at = 0;
    this.player.setAttribute("aria-pressed", "true");
    const step = async () => {
      await this.go(this.at + 1);
      if (this.at >= this.length) this.stop();
      else if (this.playing) this.playing = setTimeout(step, PACE);
    };
    this.playing = setTimeout(step, 50);
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = null;
    this.player.removeAttribute("aria-pressed");
  }

  end() {
    this.stop();
    document.removeEventListener("keydown", this.keys);
    narrow.removeEventListener("change", this.turned);
  }
}
