import '../app.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../data/query-client.js';
import { isLanguage, switchLanguage } from '../i18n/i18n.js';
import { install } from '../offline/install.js';
import { applyStoredChoices } from '../offline/stored-choices.js';
import { required } from '../required.js';
import { router } from './router.js';

// The server renders a page in the language and theme of the user or of the browser. A page that is stored on the
// device may have an outdated language and theme.
applyStoredChoices();
const { lang } = document.documentElement;
await switchLanguage(isLanguage(lang) ? lang : 'en').catch(() => switchLanguage('en'));

createRoot(required('#app')).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);

addEventListener('load', () => {
  // Registration fails in private windows of some browsers; then the interface needs a network.
  if (import.meta.env.PROD) void install().catch(() => undefined);
});
