// Choosing: every game's actions are paths of parts, and a tap narrows them down. Nothing here knows a game or a page.

export class Choosing {
  constructor(choices = []) {
    this.choices = choices;
    this.path = [];
  }

  /** The actions that begin with what was tapped so far. */
  remaining(path = this.path) {
    return this.choices.filter((choice) => path.every((part, k) => choice.parts[k] === part));
  }

  /** What can be tapped next. */
  next(path = this.path) {
    const parts = this.remaining(path).map((choice) => choice.parts[path.length]);
    return [...new Set(parts.filter((part) => part !== undefined))];
  }

  /** The one action that is left, if only one is. */
  get single() {
    const left = this.remaining();
    return left.length === 1 && (this.path.length > 0 || this.choices.length === 1) ? left[0] : null;
  }

  /** Tap a part: go on with it, take it back, or begin anew from where it fits. Whether it meant anything. */
  tap(part) {
    if (this.next().includes(part)) {
      this.path.push(part);
      return true;
    }
    const before = this.path.indexOf(part);
    if (before >= 0) {
      this.path.length = before;
      return true;
    }
    for (let kept = this.path.length - 1; kept >= 0; kept--) {
      if (this.next(this.path.slice(0, kept)).includes(part)) {
        this.path.splice(kept, Infinity, part);
        return true;
      }
    }
    return this.reach(part);
  }

  /** Who taps the end of a way first means that way, if there is only one: a field that only one sheep can go to. */
  reach(part) {
    const ways = this.remaining().filter((choice) => choice.parts.indexOf(part, this.path.length) > 0);
    const begun = ways.map((choice) => choice.parts.slice(0, choice.parts.indexOf(part, this.path.length) + 1));
    if (!begun.length || begun.some((each) => each.join() !== begun[0].join())) return false;
    this.path = begun[0];
    return true;
  }

  back() {
    return this.path.pop() !== undefined;
  }
}
