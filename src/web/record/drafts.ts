const PREFIX = 'queenbook-draft:';

/** Takes away what was entered and not yet saved on this device: at sign-out. */
export function clearDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
