/**
 * Keeps the static page for days without a network (a service worker).
 *
 * Only the files of the page are kept, and always all of one state together: the build writes their names.
 */
declare const FILES: string[];
declare const STATE: string;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const here = new URL(".", location.href).href;
const NAME = `penstock ${here} `;

self.addEventListener("install", (event) => {
  (event as Extendable).waitUntil(caches.open(NAME + STATE).then((kept) => kept.addAll(FILES.map((name) => here + name))));
});

self.addEventListener("activate", (event) => {
  const old = (name: string): boolean => name.startsWith(NAME) && name !== NAME + STATE;
  (event as Extendable).waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("fetch", (event) => {
  const { request, respondWith } = event as Fetching;
  const address = new URL(request.url);
  const name = (address.origin + address.pathname).slice(here.length) || "index.html";
  if (request.method !== "GET" || !request.url.startsWith(here) || !FILES.includes(name)) return;
  respondWith.call(
    event,
    caches.open(NAME + STATE).then(async (kept) => (await kept.match(here + name)) ?? fetch(request)),
  );
});
