// Choosing: every game's actions are paths of parts, and a tap narrows them down. Nothing here knows a game or a page.

export class Choosing {
  constructor(choices = []) {
    this.choices = choices;
    this.path = [];
    this.end = null;
  }

  /** The actions that begin with what was tapped so far, and lead where somebody tapped before its time. */
  remaining(path = this.path) {
    return this.choices.filter((choice) => path.every((part, k) => choice.parts[k] === part) && (!this.end || choice.parts.includes(this.end)));
  }

  /** Everything that was tapped. */
  get chosen() {
    return this.end && !this.path.includes(this.end) ? [...this.path, this.end] : this.path;
  }

  /** What can be tapped next. */
  next(path = this.path) {
    const parts = this.remaining(path).map((choice) => choice.parts[path.length]);
    return [...new Set(parts.filter((part) => part !== undefined))];
  }

  /** The one action that is left, if only one is. */
  get single() {
    const left = this.remaining();
    return left.length === 1 && (this.path.length > 0 || this.end || this.choices.length === 1) ? left[0] : null;
  }

  /** The one action that a single tap more would complete: what is chosen, as it stands. */
  get standing() {
    const whole = this.remaining().filter((choice) => choice.parts.length === this.path.length + 1);
    return whole.length === 1 ? whole[0] : null;
  }

  /** What glows: all that can be tapped next; in a lesson only what leads to what the coach waits for, unless it is to be found. */
  wanted(lesson, isFound = false) {
    if (!lesson || lesson.wait?.[0] === "any" || (lesson.find && !isFound)) return this.next();
    const choices = this.choices.filter(({ action }) => lesson.wait?.includes(action));
    const on = Object.assign(new Choosing(choices), { path: this.path, end: this.end }).next();
    return on.length || !choices.length ? on : new Choosing(choices).next();
  }

  /** Whether what was tapped leads to nothing that the coach waits for; whoever is to find it may try. */
  strays(lesson, isFound = false) {
    if (!lesson?.wait?.length || lesson.wait[0] === "any" || (lesson.find && !isFound)) return false;
    return !this.remaining().some(({ action }) => lesson.wait.includes(action));
  }

  /** Tap a part: go on with it, take it back, or begin anew from where it fits. Whether it meant anything. */
  tap(part) {
    if (part === this.end) {
      this.end = null;
      return true;
    }
    if (this.end && !this.next().includes(part)) this.end = null;
    if (this.next().includes(part)) {
      this.path.push(part);
      return true;
    }
    const before = this.path.indexOf(part);
    if (before >= 0) {
      if (!this.take(this.path.filter((each) => each !== part))) this.path.length = before;
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

  /** Whether tapping a part would change anything. */
  means(part) {
    return Object.assign(new Choosing(this.choices), { path: [...this.path], end: this.end }).tap(part);
  }

  /** Choose exactly this, if it is the beginning of something. Whether it is. */
  take(path) {
    if (path.length && !this.remaining(path).length) return false;
    this.path = path;
    return true;
  }

  /** Put a part before the nth of those chosen; where there is no room, instead of it. */
  put(part, nth) {
    const others = this.path.filter((each) => each !== part);
    const before = [...others.slice(0, nth), part];
    return this.take([...before, ...others.slice(nth)]) || this.take([...before, ...others.slice(nth + 1)]);
  }

  /** Who taps the end of a way first means that way, if there is only one; of several, those that end there are left. */
  reach(part) {
    const ways = this.remaining().filter((choice) => choice.parts.indexOf(part, this.path.length) > 0);
    const begun = ways.map((choice) => choice.parts.slice(0, choice.parts.indexOf(part, this.path.length) + 1));
    if (!begun.length) return false;
    if (begun.every((each) => each.join() === begun[0].join())) this.path = begun[0];
    else if (begun.length === this.remaining().length) return false; // it ends all of them, and says nothing
    else this.end = part;
    return true;
  }

  back() {
    if (this.end) {
      this.end = null;
      return true;
    }
    return this.path.pop() !== undefined;
  }
}
