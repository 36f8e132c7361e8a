import { useQueryClient } from '@tanstack/react-query';
import { rememberAccount } from '../data/device.js';
import type { SignedIn } from '../data/of-account.js';
import { sessionQuery } from '../data/session.js';
import { isLanguage, remember, speak } from '../i18n/i18n.js';

/** The page after signing in, such as `/graphql`; other origins are ignored. */
export function nextPage(next: string | undefined): string | null {
  if (!next) return null;
  const url = new URL(next, location.href);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : null;
}

/** Continues after sign-in, in the language of the account unless this device has its own. */
export function useEnter(): (account: SignedIn) => Promise<void> {
  const client = useQueryClient();
  return async (account) => {
    if (isLanguage(account.language) && !document.cookie.includes('queenbook_language=') && account.language !== 'en') {
      await speak(account.language).catch(() => undefined);
      remember('language', account.language);
    }
    // Deletes data of another account from the device before anything is shown.
    await rememberAccount(account);
    client.setQueryData(sessionQuery.queryKey, account);
  };
}

export const registrationOpen = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="queenbook-registration"]')?.content === 'open';
