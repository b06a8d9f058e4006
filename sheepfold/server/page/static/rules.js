// Finding something in the rules: what does not match is hidden, on the rules page and beside the board.
import "./common.js";

export function findIn(rules, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of rules.querySelectorAll("li, p, tr, table, section > .examples")) {
    const inTable = item.tagName === "TR" && item.querySelector("th");
    item.hidden = words.length > 0 && !inTable && !words.every((word) => item.textContent.toLowerCase().includes(word));
  }
  for (const section of rules.querySelectorAll("section")) {
    const shown = section.querySelector(":is(li, p, table):not([hidden]), :scope > .examples:not([hidden])");
    section.hidden = words.length > 0 && !shown;
  }
}

const field = document.getElementById("find");
if (field) field.addEventListener("input", () => findIn(document.querySelector(".rules"), field.value));
