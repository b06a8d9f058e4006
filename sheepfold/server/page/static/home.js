// Home: one tap to a game against bots, the tables of this device, and opening a record.
import "./install.js";
import { begins, playNow } from "./beginning.js";
import { _, ask, h, icon, notice, trying } from "./common.js";

for (const button of document.querySelectorAll("[data-play]")) {
  const { play, players } = button.dataset;
  begins(button, () => playNow(play, Number(players)));
}

const mine = document.getElementById("mine");

async function showMine() {
  const tables = await ask("GET", "/api/tables");
  const rows = tables.map((each) =>
    h("li", {},
      h("a", { href: `/t/${each.table}` }, h("b", {}, each.title), h("small", {}, `${each.names.join(", ")}. ${each.note}`)),
      each.maker && h("button", {
        class: "icon",
        "aria-label": _("Remove {table}", { table: each.title }),
        onclick: () => trying(() => remove(each)),
      }, icon("close")),
    ),
  );
  mine.querySelector("ul").replaceChildren(...rows);
  mine.hidden = !rows.length;
}

async function remove(table) {
  if (!confirm(_("Remove this table for everybody?"))) return;
  await ask("DELETE", `/api/tables/${table.table}`);
  await showMine();
}

const form = document.getElementById("open-record");
const text = document.getElementById("record-text");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!text.value.trim()) return notice(_("Paste a record first, or open a file."));
  trying(async () => {
    await ask("POST", "/api/replay", { record: text.value, at: 0 });
    sessionStorage.setItem("record", text.value);
    location.href = "/replay";
  });
});
document.getElementById("record-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  if (file.size > 1_000_000) return notice(_("This file is too large to be a record."));
  text.value = await file.text();
  form.requestSubmit();
});

showMine().catch(() => {});
addEventListener("pageshow", (event) => event.persisted && showMine().catch(() => {}));
