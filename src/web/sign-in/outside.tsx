import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, type ReactNode } from 'react';
import { Brand } from '../app/brand.js';
import { isLanguage, LANGUAGES, storeChoice, switchLanguage } from '../i18n/i18n.js';
import styles from './outside.module.css';

/** The frame of all pages that need no session. */
export function Outside({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Queenbook`;
  }, [title]);
  return (
    <div className={styles.outside}>
      <header>
        <Brand />
      </header>
      <main className={styles.panel}>
        <h1>{title}</h1>
        {children}
      </main>
      <LanguageChoice />
    </div>
  );
}

/** A field for the language of this device. A new account gets the same language. */
function LanguageChoice() {
  const { t, i18n } = useLingui();
  const id = useId();
  async function choose(language: string): Promise<void> {
    // If the catalogue of the language cannot be loaded, the present language remains selected.
    if (isLanguage(language) && (await switchLanguage(language).catch(() => false))) storeChoice('language', language);
  }
  return (
    <footer className={styles.language}>
      <label htmlFor={id}>{t`Language`}</label>
      <select id={id} value={i18n.locale} onChange={(event) => void choose(event.target.value)}>
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </footer>
  );
}
