import { cacheNames } from 'workbox-core';
import { precache } from 'workbox-precaching';
import { renderStored } from './page.js';

declare const self: Omit<ServiceWorkerGlobalScope, '__WB_MANIFEST'> & {
  /** Files of this version. The build inserts the list; the server inserts the revision of the page. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

/** First segments of paths that are not pages of the web interface. */
const OTHERS = ['api', 'graphql', 'samples', 'assets', 'healthz', 'readyz', 'metrics', 'sw.js', 'manifest.webmanifest'];
/** After this time without a response, the page is opened from the device. */
const RESPONSE_TIMEOUT_MS = 2000;

// Installs the files. The browser activates a new version when no page of the previous version is open. The previous
// files are then deleted.
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

/**
 * Returns a file of the interface. The file may come from the cache of any version, because its name contains a hash of
 * its content.
 */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/**
 * Returns the page from the server, so that the interface opens in its current version. Without a response in time, or
 * after an error of the server, returns the stored page.
 */
async function page(request: Request): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), RESPONSE_TIMEOUT_MS);
  try {
    const response = await fetch(request, { signal: timeout.signal });
    if (response.status < 500) return response;
  } catch {
    // There is no network or no server, or the response is too slow.
  } finally {
    clearTimeout(timer);
  }
  const stored = await newestPage();
  return stored ? renderStored(stored) : fetch(request);
}

/**
 * Returns the newest stored page. The page may belong to a version that is not active yet. All files of this version
 * are stored, because a page is stored after its files.
 */
async function newestPage(): Promise<Response | undefined> {
  const cache = await caches.open(cacheNames.precache);
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === '/');
  const newest = pages.at(-1);
  return newest && cache.match(newest, { ignoreVary: true });
}
