import { i18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** The languages of the interface, each with its name in that language. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano', pl: 'Polski' } as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  de: () => import('../catalogues/de.po'),
  fr: () => import('../catalogues/fr.po'),
  it: () => import('../catalogues/it.po'),
  pl: () => import('../catalogues/pl.po'),
};

export const isLanguage = (word: unknown): word is Language => typeof word === 'string' && word in LANGUAGES;

/** The English messages are in the code, so their plurals are compiled at run time instead of by the build. */
i18n.setMessagesCompiler(compileMessage);

let requested: Language;

/**
 * Switches the language. The catalogue of the language is loaded first. If this fails, nothing changes.
 * @returns whether the language is now used. Of several concurrent calls, only the last one succeeds.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  requested = language;
  const { messages } = language === 'en' ? { messages: {} } : await CATALOGUES[language]();
  if (requested !== language) return false;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  return true;
}

/** Stores a choice in a cookie, so that the server renders the next page with it and the page does not flicker. */
export function storeChoice(name: 'language' | 'theme', value: string): void {
  const year = 365 * 24 * 60 * 60;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `queenbook_${name}=${value}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`;
}
