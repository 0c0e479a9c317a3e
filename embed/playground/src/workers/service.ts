// The service worker: keeps all files of this version, so that the page works offline. Nothing else is ever fetched.

export {};

declare const self: ServiceWorkerGlobalScope;
/** The files, whose names change with their contents, and a name for all of them together. */
declare const FILES: string[];
declare const VERSION: string;

const CACHE = `hlsl2spirv-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

// A page requests it when its user wants the new version.
self.addEventListener("message", ({ data }) => data === "take over" && void self.skipWaiting());

self.addEventListener("activate", (event) => {
  const isOld = (name: string) => name.startsWith("hlsl2spirv-") && name !== CACHE;
  const cleared = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(cleared.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  const kept = caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(request)));
});
