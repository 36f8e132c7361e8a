/** Languages of the interface, the first for whoever reads none of them. */
export const LANGUAGES = ['en', 'de', 'fr', 'it', 'pl'] as const;
