import '../app.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../data/query-client.js';
import { isLanguage, speak } from '../i18n/i18n.js';
import { router } from './router.js';

// The server has set the language of the page by an earlier choice or the browser's preference.
const { lang } = document.documentElement;
await speak(isLanguage(lang) ? lang : 'en').catch(() => speak('en'));

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
