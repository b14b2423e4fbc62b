// Stays with the browser: keeps the files of the page itself, and has a page to show when the server
// does not answer. Before it the server writes EDITION and SHELL. Tables, hands and whatever else the
// server answers are never kept.

const KEPT = `linden-${EDITION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(SHELL))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("linden-") && name !== KEPT).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    // What is downloaded is no page.
    if (!url.pathname.startsWith("/api/")) event.respondWith(page(request));
  } else if (SHELL.includes(url.pathname)) event.respondWith(file(request));
});

/** The page from the server, always; without one, the page that says so. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/offline", { cacheName: KEPT })) ?? Response.error();
  }
}

/** A file whose name tells its content: as it is kept. The palette may change with the games. */
async function file(request) {
  const kept = await caches.match(request, { cacheName: KEPT, ignoreVary: true });
  if (kept && !request.url.endsWith("/palette.css")) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

// Who touches the word that it is their turn comes to the table.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const show = async () => {
    const path = event.notification.data;
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((one) => new URL(one.url).pathname === path);
    return open ? open.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(show());
});
