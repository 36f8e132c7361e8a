import { useQueryClient } from '@tanstack/react-query';
import { rememberAccount } from '../data/device.js';
import type { SignedIn } from '../data/of-account.js';
import { sessionQuery } from '../data/session.js';
import { isLanguage, storeChoice, switchLanguage } from '../i18n/i18n.js';

/** Returns the page to open after sign-in, such as `/graphql`; null for none, or for an address of another origin. */
export function nextPage(next: string | undefined): string | null {
  if (!next) return null;
  const url = new URL(next, location.href);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : null;
}

/**
 * Returns a function to call after sign-in. The function applies the language of the account, unless that language is
 * English or a language was chosen on this device.
 */
export function useEnter(): (account: SignedIn) => Promise<void> {
  const client = useQueryClient();
  return async (account) => {
    if (isLanguage(account.language) && !document.cookie.includes('queenbook_language=') && account.language !== 'en') {
      await switchLanguage(account.language).catch(() => undefined);
      storeChoice('language', account.language);
    }
    // Also deletes data of another account from the device, before the page shows data.
    await rememberAccount(account);
    client.setQueryData(sessionQuery.queryKey, account);
  };
}

export const registrationOpen = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="queenbook-registration"]')?.content === 'open';
