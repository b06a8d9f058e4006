// The table: takes what the server says, shows the newest of it, and sends what people choose.
import { _, ask, h, isUpright, notice, remembered, trying } from "./common.js";
import { curtain, isCovered, menu, Rules } from "./aside.js";
import { aloud, askAloud, clockAloud, confirmAloud, endAloud } from "./aloud.js";
import { playNow } from "./beginning.js";
import { Board } from "./board.js";
import { chancesChart } from "./chances.js";
import { Choosing } from "./choosing.js";
import { Coach } from "./coach.js";
import { Counsel, want as wantCoach } from "./counsel.js";
import { drawChart, ending, lookingBack } from "./ending.js";
import { callBack, share, stayAwake } from "./device.js";
import { keepFocus } from "./focus.js";
import { Hands } from "./hands.js";
import { Live } from "./live.js";
import { firstChoice, lobby } from "./lobby.js";
import { settle } from "./morph.js";
import { sound } from "./sound.js";
import { pacePickers, Stage } from "./stage.js";
import { playing, tick } from "./panel.js";
import { nameOf, SAYINGS, showPeople, unmarked } from "./people.js";
import { Replay } from "./replay.js";
import { Story } from "./story.js";
import { forgetWhyNot, whyNotAt } from "./why.js";
import { Walk } from "./walk.js";

const FORCED_PAUSE = 1100;
const main = document.getElementById("main");
const panel = document.getElementById("panel");
const more = document.getElementById("more");
const cover = document.getElementById("curtain");
const id = main.dataset.table;
const path = `/api/tables/${id}`;

/** Everything that is known. The page is a picture of it. */
const now = {
  table: null, state: null, links: null, line: true, onBoard: true, choosing: new Choosing(), words: {}, asked: new Set(),
  asking: null, sending: null, hint: null, thinking: false, forced: null, saying: false, sitting: null, chart: null, replay: null, inWords: Boolean(remembered("in-words")),
};
const board = new Board(document.getElementById("board"), (part) => act.tap(part), (part, nth) => act.put(part, nth), (part) => now.choosing.means(part), (part) => whyNot(part));
const walk = new Walk(document.getElementById("walk"), board, (part) => act.tap(part));
const rules = new Rules(document.getElementById("rules"));
const story = new Story(document.getElementById("log"), document.getElementById("told"), (rule) => rules.open(now.table.game, rule));
const stage = new Stage(board, { shown: (state, skipped) => caughtUp(state, skipped), hurry: () => seen(now.state, true) });
now.counsel = new Counsel(now, path, {
  turned: () => (live.turned(), render()), render: () => render(), rules: (rule) => rules.open(now.table.game, rule),
});
const coach = new Coach(board, {
  next(place) {
    if (now.state.lesson.last) now.counsel.call(); // whoever plays on may keep a coach
    live.send("read", { seat: now.state.eyes, place });
  },
  play: () => trying(() => (wantCoach(true), playNow(now.table.game, now.table.players))),
  rules: (rule) => rules.open(now.table.game, rule),
});
let live = null;
const hands = new Hands(id, () => live?.turned());
let small = null;
let middle = null;
const untold = []; // what happened in states that the stage has not come to, or passed over

const whyNot = whyNotAt({ now, stage: () => stage, ask: (fields) => live.send("why", fields), open: (rule) => rules.open(now.table.game, rule) });

// ------------------------------------------------------------------------------------------ what people do

const mayUndo = () => now.table?.manners.undo && now.state?.undo;

const act = {
  tap(part) {
    if (!now.sending && stage.isOpen) tried(() => now.choosing.tap(part));
  },
  put(part, nth) {
    const { choosing } = now;
    const puts = () => (nth == null ? choosing.path.includes(part) && choosing.tap(part) : choosing.put(part, nth));
    if (now.sending || !tried(puts)) render();
  },
  choose(choice) {
    if (now.sending) return;
    now.choosing.path = [...choice.parts];
    if (now.state.secret || now.counsel.stops(choice)) now.asking = { ...choice, words: now.words[choice.action] || choice.words };
    else return act.send(choice);
    render();
  },
  back() {
    now.asking = null;
    const left = now.choosing.remaining().length;
    while (now.choosing.back() && now.choosing.remaining().length === left && left === 1);
    render();
  },
  async send(choice) {
    clearTimeout(now.timer);
    Object.assign(now, { sending: choice, asking: null, forced: null, hint: null });
    stage.finish();
    stage.begin(choice.parts);
    const { state } = now;
    const sent = live.send("play", { seat: state.eyes, action: choice.action, decision: state.decision });
    renderTap();
    const answer = await sent;
    if (now.sending !== choice) return;
    if (answer.type === "refused") {
      stage.end();
      settle();
    }
    if (answer.type === "refused" || now.state.seq >= answer.seq) {
      now.sending = null;
      ready();
      render();
    }
  },
  nameOf(part) {
    const drawn = board.label(part);
    return drawn && drawn.length < 24 ? drawn : part.replaceAll("-", " ");
  },
  point(parts, choice) {
    board.point(parts.length ? parts : now.hint?.parts ?? []);
    board.foretell(aheadOf(choice ?? now.choosing.standing));
  },
  look: (seat) => live.send("look", { seat }),
  undo: (seat) => live.send("undo", { seat }),
  answer: (seat, agree) => live.send("answer", { seat, agree }),
  ready: (seat) => live.send("ready", { seat }),
  pace: (pace) => live.send("pace", { pace }),
  keep: (seat) => live.send("keep", { chair: seat }),
  start: (first) => live.send("start", { first }),
  place: (seat, bot) => live.send("place", { chair: seat, bot }),
  free: (seat) => live.send("free", { chair: seat }),
  rules: (rule) => rules.open(now.table.game, rule),
  async leave(seat) {
    if (now.table.status === "running" && !confirm(_("Leave? A bot will keep the chair. With your link you can come back."))) return;
    more.close();
    await live.send("leave", { chair: seat });
  },
  close() {
    if (!confirm(_("End this game for everybody?"))) return;
    more.close();
    live.send("close");
  },
  rematch: (wish = {}) => live.send("rematch", wish),
  /** Go through the game, from so many actions on; null: back to its end. */
  async lookBack(at) {
    now.lookingBack = at != null;
    now.moment = null;
    render();
    if (at != null) await now.player.go(at);
    else {
      story.until(now.state.length);
      stage.add(now.state, { play: false });
    }
  },
  say(seat, what) {
    now.saying = false;
    live.send("react", { seat, what });
    render();
  },
  toggleWords() {
    now.inWords = !now.inWords;
    remembered("in-words", now.inWords ? "1" : "");
    render();
  },
  /** Whether everything that can be chosen can be tapped; while something is played, as it was: the board does not jump. */
  isOnBoard() {
    const parts = () => [...new Set(now.choosing.choices.flatMap((choice) => choice.parts))];
    if (stage.isThere) now.onBoard = parts().every((part) => board.part(part));
    return now.onBoard;
  },
  toggleSay() {
    now.saying = !now.saying;
    render();
  },
  async hint(seat) {
    now.thinking = true;
    render();
    now.hint = (await trying(() => ask("POST", `${path}/hint`, { seat }))) ?? null;
    now.thinking = false;
    aloud(unmarked(now.table, now.hint?.words));
    render();
  },
  wantToSit(seat) {
    now.sitting = seat;
    render();
    document.querySelector("[data-key=name]")?.focus();
  },
  async sit(chair, name) {
    remembered("name", name);
    remembered("colour", chair);
    const seated = await trying(() => ask("POST", `${path}/sit`, { chair, name }));
    if (!seated) return;
    now.sitting = null;
    await getLinks();
  },
  async copy(token) {
    const link = `${location.origin}/t/${id}#${token}`;
    if (await share(now.table.title, link)) return;
    try {
      await navigator.clipboard.writeText(link);
      notice(_("The link is copied."));
    } catch {
      prompt(_("Copy this link:"), link);
    }
  },
};

const aheadOf = (choice) => (now.sending ? null : now.state?.ahead?.[choice?.ahead] ?? null);

/** Whether what somebody tapped or dragged meant anything. In a lesson what leads astray is taken back with a kind word. */
function tried(what) {
  const { choosing, state } = now;
  const before = { path: [...choosing.path], end: choosing.end };
  if (!what()) return false;
  forgetWhyNot();
  if (choosing.strays(state.lesson, coach.helps(state.lesson)) && coach.kindly(state.lesson.otherwise)) {
    Object.assign(choosing, before);
    renderTap();
  } else narrowed(true);
  return true;
}

/** Something was chosen: send it if one is left, else show what remains. */
function narrowed(byTap) {
  const { choosing, state } = now;
  now.asking = null;
  const single = choosing.single;
  const complete = single && choosing.path.length === single.parts.length;
  const regretted = single && now.counsel.stops(single);
  if (single && !regretted && (!state.secret || (byTap && complete && single.parts.length > 1))) return act.send(single);
  const canGoOn = single?.parts.slice(choosing.path.length).every((part) => board.part(part));
  if (single && (complete || !canGoOn || (regretted && !state.secret))) now.asking = { ...single, words: now.words[single.action] || single.words };
  renderTap();
}

// ------------------------------------------------------------------------------------------ what the server says

const hear = {
  line(up, words, forGood = false) {
    now.line = up;
    document.body.classList.toggle("lost-line", !up);
    const shown = document.getElementById("link-state");
    shown.textContent = words;
    shown.classList.toggle("bad", !up);
    if (forGood) lostForGood(words);
  },
  table(table) {
    const followed = now.table?.rematch;
    if (!now.table) getLinks();
    if (!now.table) now.sitting = firstChoice(table, hands.isOn);
    now.table = table;
    now.tableAt = performance.now();
    document.getElementById("title").textContent = table.title;
    if (table.rematch && !followed && now.wasRunning && (middle || table.chairs.some((chair) => chair.here))) {
      location.href = `/t/${table.rematch}${location.search}`;
    }
    now.wasRunning = true;
    playForced();
    soon();
  },
  state(state) {
    if (now.state && state.seq < now.state.seq) return;
    const sameQuestion = now.state && now.state.decision === state.decision && now.state.eyes === state.eyes && state.decision != null;
    const isKnown = Number(sessionStorage.getItem(`seen-${id}`)) >= state.length;
    now.state = state;
    const isCoachNew = Boolean(state.coach) !== now.wasCoached; // then the choices come with what speaks against them
    now.wasCoached = Boolean(state.coach);
    if (!sameQuestion || now.sending || isCoachNew) ready();
    const isHidden = !cover.hidden && isCovered(now.table, state);
    if (!isHidden) curtainRises();
    if (!now.replay) {
      untold.push(state);
      stage.add(state, { play: !isKnown && !isHidden, aside: Boolean(sameQuestion && state.choices?.length) });
    } else story.add(state);
    soon();
  },
  reaction({ seat, what }) {
    sound("bleat", { seat });
    const words = SAYINGS()[what] || what;
    const place = document.querySelector(`#people [data-seat="${seat}"]`);
    if (!place?.offsetParent) return notice(`${nameOf(now.table, seat)}: ${words}`, seat);
    const bubble = h("span", { class: "bubble", role: "status" }, words);
    place.append(bubble);
    setTimeout(() => bubble.remove(), 3500);
  },
  refused({ reason }) {
    if (!coach.kindly(reason)) notice(reason);
  },
  bye({ reason, again }) {
    if (!again) lostForGood(reason);
  },
};

/** The board shows a state: now its story may be read, and bots need not wait for this device any more. */
function caughtUp(state, skipped) {
  if (now.replay) return;
  while (untold.length && untold[0].seq <= state.seq) story.add(untold.shift());
  now.latest = state.steps.map((step) => step.story).filter(Boolean).slice(-3).join(" ") || now.latest;
  now.shown = state;
  now.counsel.hear(state);
  if (stage.isThere) {
    const mine = Boolean(state.choices?.length);
    if (mine && !now.wasMine && state === now.state) sound("turn");
    if (mine && state === now.state) askAloud(state);
    if (state === now.state) endAloud(state);
    now.wasMine = mine;
    seen(state, skipped);
  }
  render();
}

function seen(state, hurry = false) {
  sessionStorage.setItem(`seen-${id}`, state.length);
  if (live.isUp) live.send("seen", { length: state.length, hurry });
}

/** Nobody is waited for any more: what happens now is seen by all. It falls when everything has been seen. */
function curtainRises() {
  cover.hidden = true;
  cover.replaceChildren();
}

/** A new question: nothing is chosen yet. */
function ready() {
  clearTimeout(now.timer);
  const choices = now.state.choices ?? [];
  Object.assign(now, { choosing: new Choosing(choices), words: {}, asked: new Set(), asking: null, sending: null, hint: null, forced: null });
  playForced();
}

/** What has only one answer plays itself after a moment; as soon as the table is known to be running, and not while
 * somebody asks to take back: that would be the answer.
 */
function playForced() {
  const choices = now.state?.choices ?? [];
  if (choices.length !== 1 || now.state.secret || now.state.lesson || now.table?.status !== "running" || now.forced || now.sending) return;
  now.forced = choices[0].action;
  now.timer = setTimeout(() => (now.table.undo ? (now.forced = null) : act.send(choices[0])), FORCED_PAUSE);
}

async function needWords() {
  const left = now.choosing.remaining();
  if (left.length > 60 || !left.some((choice) => !choice.words && !now.asked.has(choice.action))) return;
  const actions = left.map((choice) => choice.action);
  for (const action of actions) now.asked.add(action);
  const { state } = now;
  const answer = await live.send("words", { seat: state.eyes, actions });
  if (answer.type !== "words" || state.decision !== now.state.decision) return;
  Object.assign(now.words, answer.words);
  if (now.asking) now.asking.words = now.words[now.asking.action];
  render();
}

// ------------------------------------------------------------------------------------------ what is shown

const BURST = 100;
let waiting = false;
let drawnAt = 0;

/** Show what is known: at once, but of a burst of states only the newest, with the next frame. */
function soon() {
  if (waiting) return;
  waiting = true;
  const draw = () => {
    waiting = false;
    drawnAt = performance.now();
    render();
  };
  if (document.hidden || performance.now() - drawnAt > BURST) queueMicrotask(draw);
  else requestAnimationFrame(draw);
}

let around = null;

function render() {
  clearTimeout(around);
  missed = false;
  if (!now.table) return;
  showBoard();
  showAround();
}

/** What a tap changes on the board is seen with the next frame; what lies around it need not be ready by then. */
function renderTap() {
  showBoard();
  clearTimeout(around);
  around = setTimeout(showAround);
}

/** What can be done now, as far as it is seen on the board. */
function showBoard() {
  const { table, state } = now;
  // Whoever has left is asked nothing any more, whatever was asked before.
  const chair = table.chairs[state?.eyes];
  const mine = Boolean(state?.choices?.length) && table.status === "running" && Boolean(chair?.here) && !chair.kept;
  if (mine && !now.isMine) callBack(table.title);
  now.isMine = mine;
  document.body.classList.toggle("mine-now", mine);
  now.may = mine && stage.isOpen && !now.sending;
  now.next = now.may ? now.choosing.wanted(state.lesson, coach.helps(state.lesson)) : [];
  now.isTold = Boolean(state?.lesson) && !state.lesson.wait?.length;
  if (!stage.isOpen) board.unmark();
  else board.mark(now.next, now.may ? now.choosing.chosen : now.sending?.parts ?? []);
  if (now.hint) board.point(now.hint.parts);
  board.foretell(mine && stage.isOpen ? aheadOf(now.asking ?? now.choosing.standing) : null);
}

function showAround() {
  const { table, state, isMine: mine, may, next } = now;
  stayAwake(table.status === "running");
  document.title = `${mine ? `● ${_("Your turn")} · ` : ""}${table.title} · sheepfold`;
  document.body.classList.toggle("game-over", Boolean(state?.ending) && stage.isThere);
  showPeople(document.getElementById("people"), { table, state: now.moment ?? now.shown ?? state });
  const waiting = table.status === "running" && state?.to_act.every((seat) => table.chairs[seat].kind === "bot" || table.chairs[seat].kept);
  document.body.classList.toggle("waits-for-bots", Boolean(waiting));
  stage.bar.classList.toggle("can-repeat", Boolean(stage.latest) && !now.replay);
  stage.askReady(mine && state.clock?.waits ? () => act.ready(state.eyes) : null);
  const called = (part) => {
    const left = now.choosing.remaining([...now.choosing.path, part]);
    if (left.length !== 1) return walk.has(part) ? "" : act.nameOf(part);
    return unmarked(table, now.words[left[0].action] || left[0].words || act.nameOf(part));
  };
  walk.show((now.moment ?? now.shown ?? state)?.regions);
  walk.mark(next, may ? now.choosing.chosen : [], called);
  confirmAloud(may ? now.asking : null, table);
  if (stage.isThere) curtain(cover, now, act);
  hands.render(table);
  showLobby();
  showPanel();
  small?.render(may);
  middle?.render({ table, state: now.shown ?? state, links: now.links });
  coach.show(state?.lesson ?? null, stage.isThere && !now.sending, next, Boolean(state?.ending));
  if (mine) {
    needWords();
    now.counsel.weigh();
  }
}

function showLobby() {
  const open = now.table.status === "open" || (!now.state && now.table.status === "running");
  const old = document.getElementById("lobby");
  if (!open) return old?.remove();
  if (isPressed(old)) return;
  const focused = keyOfFocus();
  if (now.sitting != null && old?.querySelector("form")?.contains(document.activeElement)) return;
  const fresh = lobby(now, act);
  if (old) old.replaceWith(fresh);
  else main.append(fresh);
  refocus(fresh, focused);
}

const keyOfFocus = () => document.activeElement?.dataset?.key;

function refocus(place, key) {
  if (key) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** While somebody presses a button it must not be taken from under the finger: what is built anew waits for the release. */
let pressing = null;
let missed = false;
/** How far the panel was scrolled: noted, because to measure it amid changes takes long. */
let scrolled = 0;
panel.addEventListener("scroll", ({ target }) => (scrolled = target.matches(".main-part") ? target.scrollTop : scrolled), { capture: true, passive: true });
main.addEventListener("pointerdown", ({ target }) => (pressing = target.closest("#panel, #lobby")));
for (const kind of ["pointerup", "pointercancel"]) {
  addEventListener(kind, () => {
    pressing = null;
    setTimeout(() => missed && render()); // after the click that this release may be
  });
}

/** Whether somebody presses a button in there just now; then it is shown when they let go. */
function isPressed(place) {
  const isSo = Boolean(place) && pressing === place;
  missed ||= isSo;
  return isSo;
}

function showPanel() {
  if (isPressed(panel)) return;
  const { table, state } = now;
  if (!state) return panel.replaceChildren(h("p", { class: "sentence" }, table.note));
  if (state.ending && stage.isThere) return showEnding();
  const focused = panel.contains(document.activeElement) ? keyOfFocus() : null;
  const closed = table.status === "closed" || table.status === "damaged";
  const parts = closed ? [h("p", { class: "sentence" }, table.note)] : playing(now, act);
  panel.replaceChildren(...parts.filter(Boolean));
  stage.place(panel.querySelector(".tools"));
  if (scrolled) panel.querySelector(".main-part").scrollTop = scrolled;
  refocus(panel, focused);
  tick(panel, board);
}

const momentAt = (at, whose) =>
  ask("GET", `${path}/replay?at=${at}&upright=${isUpright()}${whose == null ? "" : `&eyes=${whose}`}`);

function showEnding() {
  const { table, state } = now;
  document.body.classList.toggle("looking-back", Boolean(now.lookingBack));
  const stamp = JSON.stringify([state.ending, table.rematch, table.chairs.map((chair) => chair.name), now.links, Boolean(now.chart), Boolean(now.odds), now.turning, now.lookingBack]);
  if (now.shownEnding === stamp) return;
  now.shownEnding = stamp;
  now.player?.end();
  now.replay = now.player = null;
  panel.replaceChildren(...(now.lookingBack ? lookingBack : ending)(now, act));
  if (now.lookingBack) now.player = showReplay();
  stage.place(panel.querySelector(".tools"));
  if (now.charting) return;
  now.charting = true;
  ask("GET", `${path}/course`).then(({ points, chances, turning_points: turning }) => {
    const counts = state.ending.has_points;
    if (counts) now.chart = drawChart(points, undefined, turning, act.lookBack);
    now.turning = turning;
    now.odds = chances ? chancesChart(chances, counts ? [] : turning, act.lookBack) : null;
    if (!now.lookingBack) render();
  }, () => {});
}

function showReplay() {
  const { table, state } = now;
  const replay = new Replay(document.getElementById("replay"), {
    length: state.length, names: table.chairs.map((chair) => nameOf(table, chair.seat)), eyes: state.eyes, momentAt,
    pictureLink: (at, whose) => `${path}/picture.svg?at=${at}${whose == null ? "" : `&eyes=${whose}`}`,
    show(moment) {
      now.replay = replay;
      const isNext = moment.at === (now.moment ?? state).length + 1;
      stage.finish();
      now.moment = moment.state;
      document.getElementById("sentence").replaceChildren(h("span", {}, moment.state.steps.at(-1)?.story || moment.state.sentence));
      story.until(moment.at);
      render();
      return stage.add(moment.state, { play: isNext });
    },
  });
  return replay;
}

function lostForGood(words) {
  if (document.getElementById("gone")) return;
  const home = small ? small.wayHome() : h("a", { class: "button main", href: "/" }, _("To all games"));
  const said = h("div", { class: "wide sheet" }, h("img", { src: document.querySelector(".home img").src, alt: "", width: 96, height: 96 }),
    h("h2", {}, _("This table")), h("p", {}, words), home);
  main.append(h("div", { class: "lobby", id: "gone", role: "alert" }, h("div", {}, said)));
  document.body.classList.add("gone");
  home.focus();
}

// ------------------------------------------------------------------------------------------ keys and buttons

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
  if (document.querySelector("dialog[open]") || !cover.hidden) return;
  if (event.key === "Escape") {
    document.getElementById("side").classList.remove("open");
    board.farther();
    return act.back();
  }
  if (event.key.toLowerCase() === "u" && mayUndo()) return act.undo(now.state.eyes ?? now.table.chairs.find((chair) => chair.here)?.seat);
  if (event.key === " " && stage.isPlaying) {
    event.preventDefault();
    return stage.finish();
  }
  if (small) return; // no key leads those who cannot read into words
  if (event.key === "?") return rules.open(now.table.game);
  const key = [...panel.querySelectorAll(".choices.keys button")].find((each) => each.dataset.label === event.key);
  if (key) return key.click();
  if (/^[1-9]$/.test(event.key)) panel.querySelectorAll(".choices:not(.keys) button")[event.key - 1]?.click();
});
document.getElementById("open-rules").addEventListener("click", () => now.table && rules.open(now.table.game));
document.getElementById("open-people").addEventListener("click", () => document.getElementById("side").classList.add("open"));
document.getElementById("open-more").addEventListener("click", async () => {
  if (!now.table) return;
  await getLinks();
  document.getElementById("more-body").replaceChildren(...menu(now, act).filter(Boolean), pacePickers(now, act));
  more.showModal();
});
more.addEventListener("click", (event) => event.target === more && more.close());
setInterval(() => {
  tick(panel, board);
  const left = panel.querySelector(".clock.late .seconds")?.textContent;
  if (left && left !== now.ticked && now.state?.clock?.running && now.state.choices?.length) sound("tick");
  now.ticked = left;
  const { clock, choices } = now.shown ?? {};
  const shown = panel.querySelector(".clock progress");
  if (shown && choices?.length) clockAloud(shown.value, clock?.full ?? shown.max, Boolean(clock?.running));
}, 200);
setInterval(() => now.table?.chairs.some((chair) => chair.keep_in > 0) && !now.state?.ending && showPanel(), 1000);

// ------------------------------------------------------------------------------------------ beginning

async function getLinks() {
  now.links = await ask("GET", `${path}/links`).catch(() => null);
  render();
}

async function begin() {
  const token = location.hash.slice(1);
  if (token) {
    await trying(() => ask("POST", "/api/enter", { token }));
    history.replaceState(null, "", location.pathname + location.search);
  }
  live = new Live(id, hear, () => (small ? "beats,small" : middle ? "beats,middle" : hands.wants));
}

keepFocus(panel);
if ("screen" in main.dataset) middle = new (await import("./middle.js")).Middle(main);
if ("small" in main.dataset) small = new (await import("./small.js")).Small(now, act, stage);
begin();
import("./install.js"); // whoever came here by a link has the page without a network, too; and no banner of the browser's own
