// Focus is never lost: when what had it is taken away, it goes to what stands there now, or to the nearest thing that stays.

const ZONES = "#panel, #lobby, #curtain, #walk, dialog";
const CHOICES = ".so-far button, .choices button";

/** `stand` is what always stays. */
export function keepFocus(stand) {
  let last = null;
  stand.tabIndex = -1;

  addEventListener("focusin", ({ target }) => {
    const byKeys = target.matches(":focus-visible") || (target === stand && last?.byKeys);
    last = { target, byKeys, key: target.dataset?.key, zone: target.closest(ZONES)?.id, choosing: target === stand ? last?.choosing : Boolean(target.closest(".so-far, .choices")) };
  });
  addEventListener("focusout", ({ target, relatedTarget }) => {
    // Whoever clicks on nothing wants nothing to have the focus.
    if (!relatedTarget && target.isConnected && target.checkVisibility?.()) setTimeout(() => document.hasFocus() && document.activeElement === document.body && target.isConnected && target.checkVisibility?.() && (last = null));
  });

  function restore() {
    if (!last) return;
    const { target, key, zone, choosing, byKeys } = last;
    const isThere = target.isConnected && target.checkVisibility();
    if (target === stand && document.activeElement === stand && choosing && byKeys) return firstChoice()?.focus({ preventScroll: true });
    if (isThere || (document.activeElement !== document.body && document.activeElement !== target)) return;
    const place = zone && document.getElementById(zone);
    const again = key && place?.isConnected ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    const found = [again, choosing && byKeys ? firstChoice() : null, stand].find((each) => each?.checkVisibility());
    found?.focus({ preventScroll: true });
  }

  const firstChoice = () => stand.querySelector(CHOICES);

  // By turns: whoever rebuilds a place may put the focus back themselves.
  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      restore();
    });
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "open", "inert"] });
}
