// What I can do now: one sentence, what was chosen so far, the choices in words, and a few tools. Right under the board.
import { _, h, icon, mark } from "./common.js";
import { SAYINGS, marked, nameOf } from "./people.js";

const MOST_IN_WORDS = 60;

/** The panel while a game runs. `now` is what is known, `act` is what can be done. */
export function playing(now, act) {
  const { state, choosing: path } = now;
  return [
    h("div", { class: "head" }, sentence(now, act), state.clock ? clock(state.clock) : null, tools(now, act)),
    h("div", { class: "main-part" },
      now.hint ? h("p", { class: "hint" }, now.hint.words) : null,
      now.counsel.line(now.sending ? null : now.asking ?? (path.path.length ? path.standing : null)),
      ...asked(now, act),
      ...absent(now, act),
      ...choosing(now, act),
      now.latest ? h("p", { class: "lately" }, now.latest) : null),
  ];
}

/** One sentence: what can be done, or how what was begun can go on. */
function sentence(now, act) {
  const { state, table, sending, choosing: path } = now;
  const single = state.to_act.length === 1 ? state.to_act[0] : state.eyes;
  const begun = path.chosen.length > 0 && !sending && !now.asking;
  return h("p", { class: `sentence${single == null ? "" : ` seat-${single}`}`, id: "sentence" },
    single == null || table.status !== "running" ? null : mark(),
    h("span", {}, ...(sending ? [_("On its way …")] : begun ? [soFar(now, act)] : asking(now))));
}

/** Whose turn it is and what is asked; where there is little room, the turn is left to the mark and the colours. */
function asking({ state, table, isMine }) {
  if (!state.question) return [state.sentence];
  if (!isMine) return [table.note];
  const several = table.chairs.filter((chair) => chair.here).length > 1;
  const whose = several ? _("{name}, your turn.", { name: nameOf(table, state.eyes) }) : _("Your turn.");
  return [h("span", { class: several ? null : "turn" }, whose, " "), state.question];
}

/** What was begun, in the words that all choices left begin with, "put the dog on …", or as it is drawn: "0 · 8". */
function soFar(now, act) {
  const { choosing: path } = now;
  const ahead = now.state.ahead?.[path.standing?.ahead];
  if (ahead) return capital(ahead.reads ? `${ahead.reads}: ${ahead.words}` : ahead.words);
  const left = path.remaining();
  const [first, ...others] = left.length > MOST_IN_WORDS ? [[]] : left.map((choice) => wordsOf(now, choice).split(" "));
  const alike = first.findIndex((word, k) => others.some((words) => words[k] !== word));
  if (alike > 1) return capital(`${first.slice(0, alike).join(" ").replace(/[:,]$/, "")} …`);
  const drawn = path.chosen.map(act.nameOf);
  return drawn.every((name) => name.length < 4) ? _("So far: {what} …", { what: drawn.join(" · ") }) : _("Now tap one of those that glow.");
}

const capital = (words) => words[0].toLocaleUpperCase(document.documentElement.lang) + words.slice(1);

const wordsOf = (now, choice) => now.words[choice.action] || choice.words || choice.action;

export function clock({ left, full, running, kind }) {
  const words = kind === "hourglass" ? _("The hourglass") : _("Time to decide");
  return h("div", { class: "clock", "data-left": left, "data-full": full, "data-running": running ? "1" : null, "data-since": performance.now() },
    h("progress", { max: full, value: left, "aria-label": words }), h("span", { class: "seconds" }, String(Math.ceil(left))));
}

/** Let every clock on the page run on, by what the server last said. */
export function tick(root, board) {
  for (const each of root.querySelectorAll(".clock")) {
    const since = each.dataset.running ? (performance.now() - each.dataset.since) / 1000 : 0;
    const left = Math.max(0, each.dataset.left - since);
    each.querySelector("progress").value = left;
    each.querySelector(".seconds").textContent = String(Math.ceil(left));
    each.classList.toggle("late", left < 10);
    pour(board.svg?.querySelector("#hourglass"), left, each.dataset.full);
  }
}

/** The drawn hourglass runs too: its seconds, and both heaps of sand. */
function pour(glass, left, full) {
  const seconds = glass?.querySelector("text");
  if (!seconds) return;
  if (seconds.textContent !== String(Math.ceil(left))) seconds.textContent = String(Math.ceil(left));
  const share = Math.min(1, left / full);
  const [above, below] = [Math.sqrt(share).toFixed(2), `1 ${Math.sqrt(1 - share).toFixed(2)}`];
  for (const [heap, size] of [[".above", above], [".below", below]]) {
    const sand = glass.querySelector(heap);
    sand.setAttribute("transform", sand.getAttribute("transform").replace(/scale\(.*\)/, `scale(${size})`));
  }
}

/** Somebody wants to take something back. */
function asked({ table }, act) {
  if (!table.undo) return [];
  const who = nameOf(table, table.undo.seat);
  const mine = table.chairs.filter((chair) => chair.here && table.undo.waiting.includes(chair.seat));
  const waiting = _("{name} would like to take back the last choice. Waiting for the others.", { name: who });
  if (!mine.length) return [h("p", { class: "banner" }, waiting)];
  return mine.map((chair) =>
    h("div", { class: "banner" }, h("span", { class: "grow" }, _("{name} would like to take back the last choice.", { name: who })),
      h("button", { class: "main", "data-key": "agree", onclick: () => act.answer(chair.seat, true) }, _("All right")),
      h("button", { onclick: () => act.answer(chair.seat, false) }, _("No"))));
}

/** Somebody has been away so long that a bot may keep the chair. */
function absent({ table, tableAt }, act) {
  const away = table.chairs.filter((chair) => chair.kind === "person" && !chair.present && !chair.kept && !chair.here && chair.keep_in != null);
  return away.map((chair) => {
    const name = nameOf(table, chair.seat);
    const left = chair.keep_in - (performance.now() - tableAt) / 1000;
    if (left > 0) return h("p", { class: "banner" }, _("{name} is away. In {n} seconds a bot may keep the chair.", { name, n: Math.ceil(left) }));
    return h("div", { class: "banner" }, h("span", { class: "grow" }, _("{name} is away.", { name })),
      h("button", { class: "main", "data-key": `keep-${chair.seat}`, onclick: () => act.keep(chair.seat) }, _("Let a bot keep the chair")));
  });
}

function choosing(now, act) {
  const { state, choosing: path, asking } = now;
  if (!state.choices?.length || now.sending || now.isTold) return [];
  if (asking) {
    return [h("div", { class: "so-far", role: "group", "aria-label": _("Are you sure?") },
      h("b", {}, ...marked(now.table, asking.words || asking.action)),
      h("button", { class: "main", "data-key": "yes", onclick: () => act.send(asking) }, _("Yes, do it")),
      h("button", { "data-key": "back", onclick: act.back }, _("Back")))];
  }
  const left = path.remaining();
  const folded = isFolded(now, act) ? " folded" : "";
  if (left.length > MOST_IN_WORDS) return [keys(path, act, folded)];
  const words = path.path.length > 0 ? _("What is left to choose") : _("All choices in words");
  return [h("div", { class: `choices${folded}`, role: "group", "aria-label": words }, ...left.map((choice, k) => button(now, act, choice, k)))];
}

/** Where everything can be tapped on the board the list is folded away, until somebody asks for it or walks into it by keys. */
const isFolded = (now, act) => !now.inWords && act.isOnBoard();

function button(now, act, choice, k) {
  const classes = [now.hint?.action === choice.action && "hinted", now.forced === choice.action && "forced"];
  const about = () => act.point(choice.parts, choice);
  const attributes = { class: classes.filter(Boolean).join(" ") || null, "data-key": choice.action, onclick: () => act.choose(choice) };
  return h("button", { ...attributes, onmouseenter: about, onfocus: about, onmouseleave: () => act.point([]), onblur: () => act.point([]) },
    k < 9 ? h("kbd", { "aria-hidden": "true" }, String(k + 1)) : null, ...marked(now.table, wordsOf(now, choice)));
}

/** Too many choices for words: what can be tapped next, as keys. */
function keys(path, act, folded) {
  return h("div", { class: `choices keys${folded}`, role: "group", "aria-label": _("What to tap next") },
    ...path.next().map((part) => h("button", { "data-key": part, "data-label": act.nameOf(part), onclick: () => act.tap(part) }, act.nameOf(part))));
}

function tool(name, words, onclick, more = {}) {
  return h("button", { "data-key": name, "aria-label": words, title: words, onclick, ...more }, icon(name), h("span", {}, words));
}

function tools(now, act) {
  const { state, table } = now;
  const mine = table.chairs.filter((chair) => chair.here);
  const seat = state.eyes ?? mine[0]?.seat;
  const covers = table.secrets && mine.length > 1 && state.eyes != null;
  return h("div", { class: "tools" },
    now.choosing.chosen.length && !now.sending && !now.asking ? h("button", { "data-key": "back", onclick: act.back }, _("Back")) : null,
    covers ? h("button", { class: "main", "data-key": "cover", onclick: () => act.look(null) }, _("Cover")) : null,
    table.manners.undo && state.undo ? undo(state.undo, seat, act) : null,
    table.manners.hints && state.choices?.length > 1 ? hint(now, act) : null,
    state.choices?.length && act.isOnBoard() ? tool("log", _("In words"), act.toggleWords, { "aria-expanded": String(Boolean(now.inWords)) }) : null,
    mine.length ? now.counsel.tool() : null,
    mine.length ? tool("say", _("Say"), act.toggleSay, { "aria-expanded": String(Boolean(now.saying)) }) : null,
    now.saying && mine.length ? sayings((what) => act.say(seat, what)) : null);
}

function undo(kind, seat, act) {
  const title = kind === "ask" ? _("Take back, if the others agree") : _("Take back");
  return tool("undo", _("Take back"), () => act.undo(seat), { title });
}

function hint({ state, thinking }, act) {
  return tool("hint", thinking ? _("Thinking …") : _("Hint"), () => act.hint(state.eyes), { disabled: thinking });
}

function sayings(say) {
  return h("span", { class: "says" },
    ...Object.entries(SAYINGS()).map(([what, words]) => h("button", { onclick: () => say(what) }, words)));
}
