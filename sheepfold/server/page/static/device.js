// What a device can do for a table: stay awake, fill the screen, share a link, say that it is one's turn.
import { _ } from "./common.js";

let awake = null;
let isWanted = false;

/** While a game runs the screen stays on, where the device allows it. */
export async function stayAwake(wanted) {
  isWanted = wanted;
  if (!wanted || document.hidden) {
    awake?.release?.();
    awake = null;
  } else if (!awake && navigator.wakeLock) {
    awake = {};
    awake = await navigator.wakeLock.request("screen").catch(() => null);
    awake?.addEventListener("release", () => (awake = null));
    if (awake && !isWanted) stayAwake(false); // it came to an end while the device was asked
  }
}

// A device lets the screen sleep when one looks elsewhere: whoever comes back is kept awake again.
document.addEventListener("visibilitychange", () => stayAwake(isWanted));

export const canFill = () => Boolean(document.documentElement.requestFullscreen);

export function fillScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
}

/** Hand a link to the device's own sharing; whether it took it. */
export async function share(title, url) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return false;
  return navigator.share({ title, url }).then(() => true, (trouble) => trouble.name === "AbortError");
}

export const mayAskToNotify = () => "Notification" in window && Notification.permission === "default";

export const askToNotify = () => Notification.requestPermission();

/** Say that it is one's turn to somebody who looks elsewhere, if they allowed it. */
export function callBack(title) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const note = new Notification(_("Your turn"), { body: title, tag: "turn" });
    note.onclick = () => (window.focus(), note.close());
  } catch {
    // some phones let only service workers notify
  }
}
