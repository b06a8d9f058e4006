// For grown-ups: what must not happen by accident happens after a long press, or a key that is held.
const LONG = 1500;

export function onLongPress(button, act) {
  let timer = null;
  const begin = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    button.classList.add("held");
    timer ??= setTimeout(act, LONG);
  };
  const end = () => {
    clearTimeout(timer);
    timer = null;
    button.classList.remove("held");
  };
  for (const kind of ["pointerdown", "keydown"]) button.addEventListener(kind, begin);
  for (const kind of ["pointerup", "pointerleave", "pointercancel", "keyup", "blur"]) button.addEventListener(kind, end);
}

// A finger that rests calls no menu of the device's own.
addEventListener("contextmenu", (event) => event.preventDefault());
