// On the home screen: the page that shows without a network, and at home a light offer to keep the games there, once and
// never again; anywhere else, and during a game above all, nobody is asked.
import { _, h, remembered } from "./common.js";

navigator.serviceWorker?.register("/worker.js").catch(() => {});

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  const place = document.querySelector(".doors");
  if (!place || remembered("install") || place.querySelector(".install")) return;
  const no = () => {
    remembered("install", "no");
    offer.remove();
  };
  const yes = () => {
    event.prompt();
    event.userChoice.finally(no);
  };
  const offer = h("span", { class: "install" }, h("button", { onclick: yes }, _("Keep on the home screen")),
    h("button", { class: "quiet", onclick: no }, _("No, thank you")));
  place.append(offer);
});
