// How to play: positions one tries out. The server knows the rules; here things are tapped, and nothing is kept.
import "./beginning.js";
import { _, ask, h, isUpright, parsed } from "./common.js";
import { Choosing } from "./choosing.js";

class Trial {
  constructor(place) {
    this.place = place;
    this.position = place.querySelector(".position");
    this.said = place.querySelector(".said");
    const { game, name } = place.dataset;
    this.path = `/how/${game}/try/${name}`;
    this.rules = `/rules/${game}`;
    this.again = h("button", { class: "quiet", hidden: true, onclick: () => this.begin() }, _("Once more"));
    this.list = h("div", { class: "choices" });
    place.append(this.list, this.again);
    this.position.addEventListener("click", (event) => this.tapped(event));
    this.position.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.tapped(event);
    });
  }

  async begin() {
    this.played = [];
    await this.show();
  }

  address(more = {}) {
    return `${this.path}?${new URLSearchParams({ played: this.played.join(","), upright: isUpright(), ...more })}`;
  }

  async show() {
    const shown = await ask("GET", this.address()).catch((trouble) => this.say(trouble.message));
    if (!shown) return;
    this.choosing = new Choosing(shown.choices);
    this.words = shown.words;
    this.position.replaceChildren(parsed(shown.picture, "image/svg+xml").documentElement);
    this.say(shown.story, shown.question);
    this.again.hidden = !this.played.length;
    this.mark();
  }

  say(...sentences) {
    this.said.replaceChildren(...sentences.filter(Boolean).map((each) => h("span", {}, `${each} `)));
  }

  /** What can be tapped glows; what cannot be seen in the picture is a button below it. */
  mark() {
    const next = this.choosing.next();
    for (const element of this.position.querySelectorAll("[data-part]")) {
      const { part } = element.dataset;
      const legal = next.includes(part);
      element.classList.toggle("legal", legal);
      element.classList.toggle("chosen", this.choosing.chosen.includes(part));
      if (legal) element.setAttribute("tabindex", "0");
      else element.removeAttribute("tabindex");
    }
    const unseen = this.choosing.remaining().filter((choice) => !choice.parts.every((part) => this.position.querySelector(`[data-part="${CSS.escape(part)}"]`)));
    this.list.replaceChildren(...unseen.map((choice) => h("button", { onclick: () => this.play(choice) }, this.words[choice.action] ?? choice.action)));
  }

  async tapped(event) {
    const part = event.target.closest?.("[data-part]")?.dataset.part;
    if (!part || !this.choosing) return;
    event.preventDefault();
    const path = [...this.choosing.path, part];
    if (!this.choosing.tap(part)) return this.why(path);
    const { single } = this.choosing;
    if (single) return this.play(single);
    this.mark();
  }

  async play(choice) {
    this.played.push(choice.action);
    await this.show();
  }

  async why(path) {
    if (!this.choosing.choices.length) return;
    const { words, rule } = await ask("GET", this.address({ tapped: path.join(",") })).catch((trouble) => ({ words: trouble.message }));
    this.said.replaceChildren(h("span", { class: "why-not" }, words, " "), rule ? h("a", { class: "why", href: `${this.rules}#${rule}` }, _("why?")) : "");
  }
}

for (const place of document.querySelectorAll(".try")) new Trial(place).begin();
