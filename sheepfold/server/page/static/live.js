// The line to a table: it heals itself, and what was sent while it was broken is sent again; sent twice counts once.
import { _, isUpright, narrow, newId } from "./common.js";
import { isWanted as isCoached } from "./counsel.js";

const FINAL = new Set([4400, 4401, 4403, 4404, 4410, 4500]);
const PING_EVERY = 20_000;
const PATIENCE = 8_000;
const LAST_CHANCE = 500;

export class Live {
  /** `wants()` names what is wanted besides what everybody wants. */
  constructor(table, hear, wants = () => "beats") {
    Object.assign(this, { table, hear, wants });
    this.waiting = new Map();
    this.attempt = 0;
    this.ended = false;
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    narrow.addEventListener("change", () => this.turned());
    setInterval(() => this.ping(), PING_EVERY);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const want = `choices,story,${this.wants()},regions,chances,${isUpright() ? "upright" : "picture"}${isCoached() ? ",coach" : ""}`;
    const language = document.documentElement.lang;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live?want=${want}&language=${language}`);
    this.socket = socket;
    this.expectWord();
    socket.onopen = () => {
      for (const { command } of this.waiting.values()) socket.send(JSON.stringify(command));
    };
    socket.onmessage = (event) => socket === this.socket && this.take(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event);
  }

  lost(event) {
    clearTimeout(this.silence);
    if (this.ended || FINAL.has(event.code)) {
      this.ended = true;
      this.hear.line(false, event.reason || this.goodbye || _("This table is not open to you any more."), true);
      return;
    }
    this.isUp = false;
    this.hear.line(false, this.goodbye || _("Connection lost. Trying again …"));
    const pause = Math.min(5000, 250 * 2 ** this.attempt++) * (0.7 + Math.random() * 0.6);
    this.timer = setTimeout(() => this.connect(), pause);
  }

  /** Try again at once if the line is down. */
  hurry() {
    if (this.ended || this.socket.readyState <= WebSocket.OPEN) return;
    this.attempt = 0;
    this.connect();
  }

  /** The phone was turned, or the coach, or a hand is wanted: ask for pictures of the other shape, or for what the coach says. */
  turned() {
    if (this.ended) return;
    const old = this.socket;
    this.connect();
    old.close();
  }

  drop() {
    if (this.ended) return;
    this.hear.line(false, _("You are offline. We go on as soon as you are back."));
    this.socket.close();
  }

  take(message) {
    clearTimeout(this.silence);
    if (message.type === "bye") {
      this.ended ||= !message.again;
      this.goodbye = message.reason;
    } else if (this.attempt || this.goodbye || !this.isUp) {
      Object.assign(this, { attempt: 0, goodbye: "", isUp: true });
      this.hear.line(true, "");
    }
    const waiting = this.waiting.get(message.id);
    if (waiting) {
      this.waiting.delete(message.id);
      waiting.answer(message);
    }
    this.hear[message.type]?.(message);
  }

  /** Send a command; the promise holds the server's answer (`done`, `refused`, `words`). */
  send(type, fields = {}) {
    const command = { type, id: newId(), ...fields };
    return new Promise((answer) => {
      this.waiting.set(command.id, { command, answer });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
    });
  }

  ping() {
    if (this.socket.readyState !== WebSocket.OPEN || document.hidden) return;
    this.socket.send(JSON.stringify({ type: "ping", id: newId() }));
    this.expectWord();
  }

  /**
   * A line on which nothing is heard for so long, also one that never came about, is given up for a new one, which is
   * given longer. A page that was too busy itself first hears what has come meanwhile.
   */
  expectWord() {
    const { socket } = this;
    clearTimeout(this.silence);
    const giveUp = () => (this.silence = setTimeout(() => socket.close(), LAST_CHANCE));
    this.silence = setTimeout(giveUp, PATIENCE * (1 + Math.min(this.attempt, 6)));
  }
}
