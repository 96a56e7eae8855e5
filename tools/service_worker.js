/**
 * Keeps the site for offline use after the first visit. `tools/site_of_files.py` fills in the version and the files.
 *
 * A new version is kept beside the old one, which goes when no page of it is open any more.
 */

const VERSION = "";
/** @type {string[]} */
const FILES = [];
const START = "./";
/** How long the network may take to name the version, in milliseconds, where a version is kept. */
const PATIENCE = 3000;
/** The names of this site's caches begin with this: other sites of the same host have their own. */
const OURS = `sapper ${self.registration.scope} `;
const KEPT = OURS + VERSION;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET") event.respondWith(request.mode === "navigate" ? newestStart(request) : keptOrFetched(request));
});

async function keepAll() {
  const kept = await caches.open(KEPT);
  await kept.addAll([new Request(START, { cache: "reload" }), ...FILES]);
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/**
 * The start page is asked for, since it names the version, even where the host lets browsers keep it for a while;
 * offline, or if the network does not answer soon, it is the one that was kept.
 */
async function newestStart(request) {
  const asked = fetch(request, { cache: "no-cache" });
  const kept = await caches.match(START);
  if (!kept) return asked;
  const late = new Promise((answer) => void setTimeout(answer, PATIENCE, kept));
  return Promise.race([asked.catch(() => kept), late]);
}

/** All other files have their version in the address, and never change. */
async function keptOrFetched(request) {
  return (await caches.match(request)) ?? fetch(request);
}
