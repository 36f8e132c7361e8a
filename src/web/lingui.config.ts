import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr', 'it', 'pl'],
  catalogs: [
    { path: '<rootDir>/catalogues/{locale}', include: ['<rootDir>'], exclude: ['**/playground/**', '**/docs/**'] },
  ],
  // Line numbers would change with each edit and do not help a translator.
  format: formatter({ lineNumbers: false }),
});
