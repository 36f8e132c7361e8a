/** Languages of the interface; the first is the default. */
export const LANGUAGES = ['en', 'de', 'fr', 'it', 'pl'] as const;
