import { cacheNames } from 'workbox-core';
import { precache } from 'workbox-precaching';
import { asRendered } from './page.js';

declare const self: Omit<ServiceWorkerGlobalScope, '__WB_MANIFEST'> & {
  /** Files of this version. The build inserts the list; the server inserts the revision of the page. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

/** First segments of paths that are not pages of the web interface. */
const OTHERS = ['api', 'graphql', 'samples', 'assets', 'healthz', 'readyz', 'metrics', 'sw.js', 'manifest.webmanifest'];
/** After this time without an answer, the page is opened from the device. */
const PATIENCE_MS = 2000;

// Installs the files. The browser activates a new version when no page of the previous one is open; then the previous
// files are deleted.
precache(self.__WB_MANIFEST);

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const [, first = ''] = url.pathname.split('/');
  if (first === 'assets') event.respondWith(asset(request));
  else if (request.mode === 'navigate' && !OTHERS.includes(first)) event.respondWith(page(request));
});

/** A file of the interface. Its name has a hash of its content, so it may come from the store of any version. */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/**
 * Returns the page from the server, so that a start has the current version; without an answer in time, returns the
 * stored page.
 */
async function page(request: Request): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(request, { signal: patience.signal });
    if (answer.status < 500) return answer;
  } catch {
    // No network, no server, or too slow.
  } finally {
    clearTimeout(timer);
  }
  const stored = await newestPage();
  return stored ? asRendered(stored) : fetch(request);
}

/**
 * The newest stored page. It may belong to a version that is not active yet, because each page is stored after the
 * files that it needs.
 */
async function newestPage(): Promise<Response | undefined> {
  const cache = await caches.open(cacheNames.precache);
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === '/');
  const newest = pages.at(-1);
  return newest && cache.match(newest, { ignoreVary: true });
}
