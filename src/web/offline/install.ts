/**
 * Installs the service worker, which opens the interface without a network. A new version is used at the next start;
 * open pages keep their version.
 */
export async function install(): Promise<void> {
  if ('serviceWorker' in navigator) await navigator.serviceWorker.register('/sw.js');
}
