const choice = (name: string): string | undefined =>
  new RegExp(`(?:^|; )queenbook_${name}=(\\w+)`).exec(document.cookie)?.[1];

/** Applies the language and theme of this device to a page that may have been stored earlier. */
export function applyStoredChoices(): void {
  const { documentElement: html } = document;
  const [language, theme] = [choice('language'), choice('theme')];
  if (language) html.lang = language;
  if (theme !== 'light' && theme !== 'dark') return;
  html.dataset.theme = theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', theme);
}
