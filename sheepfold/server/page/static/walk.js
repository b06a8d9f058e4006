// The board for those who listen and for those who go by keys: regions one can walk through, where legal things are buttons.
import { _, h } from "./common.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const WALKABLE = "button, td[tabindex]";

export class Walk {
  /** `onTap(part)` is called for what is chosen; what has the focus is pointed at on the `board`, for those who look. */
  constructor(place, board, onTap) {
    Object.assign(this, { place, board, onTap, regions: [], known: new Set(), marks: { next: new Map(), chosen: new Set() } });
    board.place.setAttribute("aria-hidden", "true");
    this.here = h("p", { class: "walk-here", "aria-hidden": "true", hidden: true });
    this.grids = h("div");
    this.others = h("div", { role: "group", "aria-label": _("What else can be done") });
    place.append(this.grids, this.others, this.here);
    place.addEventListener("keydown", (event) => this.key(event));
    place.addEventListener("focusin", (event) => this.arrived(event.target));
    place.addEventListener("focusout", () => this.left());
    place.addEventListener("click", ({ target }) => this.things.has(target) && this.onTap(this.things.get(target)));
    this.things = new WeakMap();
  }

  /** What there is now. */
  show(regions) {
    if (!regions || regions === this.regions) return;
    this.regions = regions;
    this.known = new Set(regions.flatMap(([, rows]) => rows.flatMap(([, cells]) => cells.flatMap((things) => things.map(([, part]) => part)))));
    this.update();
  }

  /** What can be chosen next, with what each is called, and what has been chosen. */
  mark(next, chosen, names) {
    this.marks = { next: new Map(next.map((part) => [part, names(part)])), chosen: new Set(chosen) };
    this.update();
  }

  /** Whether it lies somewhere, so that one is told what it is. */
  has(part) {
    return this.known.has(part);
  }

  update() {
    const at = this.positionOf(document.activeElement);
    const shape = JSON.stringify(this.regions.map(([name, rows]) => [name, rows.map(([row, cells]) => [row, cells.length])]));
    if (shape !== this.shape) this.build();
    this.shape = shape;
    this.regions.forEach(([, rows], k) => rows.forEach(([, cells], r) => cells.forEach((things, c) => this.fill(this.cells[k][r][c], things))));
    this.fillOthers();
    for (const grid of this.grids.children) this.setStop(grid);
    if (at && !this.place.contains(document.activeElement)) this.goTo(at);
  }

  build() {
    this.cells = this.regions.map(([, rows]) => rows.map(([, cells]) => cells.map(() => h("td", { role: "gridcell" }))));
    const row = ([name], cells) => h("tr", { role: "row" }, name ? h("th", { scope: "row", role: "rowheader" }, name) : null, ...cells);
    this.grids.replaceChildren(...this.regions.map(([name, rows], k) =>
      h("table", { role: "grid", "aria-label": name, "aria-readonly": "true" }, h("tbody", { role: "rowgroup" }, ...rows.map((each, r) => row(each, this.cells[k][r]))))));
  }

  /** A cell says what is in it; what can be chosen there is a button. What has not changed is left alone. */
  fill(cell, things) {
    const { next, chosen } = this.marks;
    const live = things.some(([, part]) => part && (next.has(part) || chosen.has(part)));
    const stamp = JSON.stringify(things.map(([words, part]) => [words, live && [next.get(part), chosen.has(part)]]));
    if (cell.stamp === stamp) return;
    cell.stamp = stamp;
    cell.toggleAttribute("tabindex", false);
    if (!live) {
      cell.setAttribute("tabindex", "-1");
      this.things.set(cell, things.find(([, part]) => part)?.[1]);
      cell.textContent = things.map(([words]) => words).join(", ");
    } else cell.replaceChildren(...things.map(([words, part]) => (next.has(part) || chosen.has(part) ? this.button(words, part) : h("span", {}, `${words} `))));
  }

  button(words, part) {
    const { next, chosen } = this.marks;
    const choice = next.get(part);
    const made = h("button", { tabindex: "-1", "aria-pressed": chosen.has(part) ? "true" : null }, choice && !choice.includes(words) ? `${words}: ${choice}` : choice || words);
    this.things.set(made, part);
    return made;
  }

  /** What can be chosen but lies nowhere: buttons such as "lay". */
  fillOthers() {
    const left = [...this.marks.next].filter(([part]) => !this.has(part));
    const stamp = JSON.stringify(left);
    if (this.others.stamp === stamp) return;
    this.others.stamp = stamp;
    this.others.hidden = !left.length;
    this.others.replaceChildren(...left.map(([part, words]) => {
      const made = h("button", {}, words || part);
      this.things.set(made, part);
      return made;
    }));
  }

  // ---------------------------------------------------------------------------------------- walking

  /** One stop for Tab in each grid: where one was, else the first thing that can be chosen. */
  setStop(grid) {
    const items = [...grid.querySelectorAll(WALKABLE)];
    const kept = items.find((each) => each === document.activeElement) ?? grid.querySelector("button") ?? items.find((each) => each.tabIndex === 0) ?? items[0];
    for (const each of items) each.tabIndex = each === kept ? 0 : -1;
  }

  positionOf(element) {
    const cell = element?.closest?.("td");
    if (!cell || !this.place.contains(cell)) return this.others.contains(element) ? { others: true } : null;
    const rows = [...cell.closest("tbody").rows];
    const grid = [...this.grids.children].indexOf(cell.closest("table"));
    return { grid, row: rows.indexOf(cell.parentNode), column: cellsOf(cell.parentNode).indexOf(cell), nth: Math.max(0, [...cell.querySelectorAll("button")].indexOf(element)) };
  }

  /** Go to a place of a grid, or as near to it as there is something. */
  goTo({ others, grid, row, column, nth }) {
    if (others) return (this.others.querySelector("button") ?? this.grids.querySelector("button, [tabindex='0']"))?.focus();
    const rows = this.grids.children[grid]?.tBodies[0].rows ?? [];
    const line = rows[Math.min(row, rows.length - 1)];
    const cells = line ? cellsOf(line) : [];
    const cell = cells[Math.min(column, cells.length - 1)];
    if (!cell) return;
    const buttons = cell.querySelectorAll("button");
    const item = buttons[Math.min(nth, buttons.length - 1)] ?? cell;
    for (const each of this.grids.children[grid].querySelectorAll("[tabindex='0']")) each.tabIndex = -1;
    item.tabIndex = 0;
    item.focus({ preventScroll: true });
  }

  /** Arrows go from cell to cell, with Shift to the next thing that can be chosen; Home and End to the ends of a row. */
  key(event) {
    const at = this.positionOf(event.target);
    if (!at || at.others || event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = [...event.target.closest("td").querySelectorAll("button")];
    const [down, right] = STEPS[event.key] ?? [0, 0];
    if (event.shiftKey && (down || right)) this.jump(event.target, down + right);
    else if (right && buttons[at.nth + right]) this.goTo({ ...at, nth: at.nth + right });
    else if (right || down) {
      if (at.column + right < 0 || at.row + down < 0) return event.preventDefault();
      this.goTo({ ...at, row: at.row + down, column: at.column + right, nth: right < 0 ? Infinity : 0 });
    } else if (event.key === "Home" || event.key === "End") this.goTo({ ...at, column: event.key === "Home" ? 0 : Infinity, nth: 0 });
    else return;
    event.preventDefault();
  }

  jump(from, direction) {
    const buttons = [...this.grids.querySelectorAll("button")];
    const after = buttons.filter((each) => from.compareDocumentPosition(each) & (direction > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING) && each !== from);
    const found = direction > 0 ? after[0] : after.at(-1);
    if (found) this.goTo(this.positionOf(found));
  }

  /** Those who look see where the keys have led: on the board, and in words below it. */
  arrived(target) {
    if (!target.matches(":focus-visible")) return;
    const part = this.things.get(target);
    this.board.point(part ? [part] : []);
    const row = target.closest("tr")?.querySelector("th")?.textContent;
    this.here.textContent = [row, target.textContent].filter(Boolean).join(" · ");
    this.here.hidden = false;
  }

  left() {
    this.here.hidden = true;
    this.board.point([]);
  }
}

const cellsOf = (row) => [...row.querySelectorAll("td")];
