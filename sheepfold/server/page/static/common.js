// What every page needs: words in the reader's language, elements, requests, settings, short notices.

const known = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** A text in the reader's language, with `{name}` filled in. */
export function _(text, fill = {}) {
  return (known[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => String(fill[name] ?? whole));
}

/** An element with attributes, listeners (`onclick`) and children. Texts are texts, never HTML. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child != null && child !== false));
  return made;
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

export const mark = () => h("span", { class: "mark", "aria-hidden": "true" });

/** The one place where texts from the server become elements: its own pictures and rules. */
export function parsed(text, type) {
  return new DOMParser().parseFromString(text, type);
}

export class Refusal extends Error {
  constructor(status, trouble) {
    super(trouble?.reason || _("The server does not answer as it should."));
    this.status = status;
    this.code = trouble?.code || "";
  }
}

/** Ask the API; a refusal is thrown with the server's sentence. */
export async function ask(method, path, body) {
  const url = new URL(path, location.origin);
  if (!url.searchParams.has("language")) url.searchParams.set("language", document.documentElement.lang);
  let answer;
  try {
    answer = await fetch(url, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(0, { reason: _("The server cannot be reached just now.") });
  }
  const type = answer.headers.get("Content-Type") || "";
  const said = type.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refusal(answer.status, said);
  return said;
}

export function notice(words, seat) {
  const box = document.getElementById("toasts");
  const toast = h("p", { class: `toast${seat == null ? "" : ` seat-${seat}`}` }, seat == null ? null : mark(), words);
  box.append(toast);
  while (box.children.length > 3) box.firstChild.remove();
  setTimeout(() => toast.remove(), 5000);
}

/** Do something that may be refused, and say so if it is. */
export async function trying(what) {
  try {
    return await what();
  } catch (trouble) {
    notice(trouble.message);
    if (!(trouble instanceof Refusal)) throw trouble;
  }
}

export function remembered(key, value) {
  try {
    if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key) || "";
  } catch {
    return "";
  }
}

export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A phone held upright: it is shown pictures of its own. */
export const narrow = matchMedia("(orientation: portrait) and (max-width: 55.99rem)");
export const isUpright = () => narrow.matches;

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function keep(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}

/** Settings are kept for this device; `auto` and `usual` are what a page does without being told. */
for (const select of document.querySelectorAll(".settings select")) {
  select.addEventListener("change", () => {
    keep(select.id, select.value);
    const drawnByServer = select.id === "theme" && document.querySelector("picture");
    if (select.id === "language" || drawnByServer) location.reload();
    else if (["auto", "usual"].includes(select.value)) delete document.documentElement.dataset[select.id];
    else document.documentElement.dataset[select.id] = select.value;
  });
}
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => {
    const what = document.getElementById(button.dataset.close);
    if (what.close) what.close();
    else what.classList.remove("open");
  });
}
