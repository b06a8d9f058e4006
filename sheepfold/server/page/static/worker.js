// Without a network there is a page that keeps trying, instead of the browser's own. Nothing else is kept: games live on the server.
const KEPT = "offline";
const PAGE = "/offline";

async function keepPage() {
  const kept = await caches.open(KEPT);
  const answer = await fetch(PAGE, { cache: "no-store" });
  const files = [...(await answer.clone().text()).matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].map((found) => found[1]);
  for (const old of await kept.keys()) await kept.delete(old);
  await kept.put(PAGE, answer);
  await kept.addAll([...new Set(files)]);
}

addEventListener("install", (event) => event.waitUntil(keepPage().then(() => self.skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  else if (request.method === "GET" && new URL(request.url).pathname.startsWith("/static/")) {
    event.respondWith(fetch(request).catch(async (trouble) => (await caches.match(request)) ?? Promise.reject(trouble)));
  }
});
