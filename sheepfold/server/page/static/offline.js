// No network: keep trying, a little less often each time, and go on by itself.
let pause = 1000;

async function tryAgain() {
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) return location.reload();
  pause = Math.min(10_000, pause * 1.5);
  setTimeout(tryAgain, pause);
}

addEventListener("online", () => location.reload());
setTimeout(tryAgain, pause);
