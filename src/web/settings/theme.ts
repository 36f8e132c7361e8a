import { storeChoice } from '../i18n/i18n.js';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (word: unknown): word is Theme => THEMES.includes(word as Theme);

/** Returns the theme of the page. The server sets the theme in the HTML from a cookie of this browser. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : 'system';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme === 'system' ? '' : theme;
  const scheme = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]');
  if (scheme) scheme.content = theme === 'system' ? 'light dark' : theme;
  storeChoice('theme', theme);
}
