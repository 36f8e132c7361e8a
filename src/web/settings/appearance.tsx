import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../data/graphql.js';
import { asProblem } from '../data/problem.js';
import { handleSessionEnd } from '../data/query-client.js';
import { sessionQuery } from '../data/session.js';
import { isLanguage, LANGUAGES, storeChoice, switchLanguage, type Language } from '../i18n/i18n.js';
import { announce } from '../ui/announce.js';
import { RadioField, SelectField } from '../ui/fields.js';
import { UPDATE_ACCOUNT } from './update-account.js';
import { currentTheme, applyTheme } from './theme.js';
import styles from './settings.module.css';

/** Requests are sent one after the other, so that the last choice is the one that the server stores. */
let writing: Promise<unknown> = Promise.resolve();

function write(language: Language): Promise<unknown> {
  writing = writing.catch(() => undefined).then(() => ask(UPDATE_ACCOUNT, { input: { language } }));
  return writing;
}

/** The choice of language and theme. A choice applies at once, and to the first paint of later pages on this device. */
export function Appearance() {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [theme, setTheme] = useState(currentTheme);

  async function choose(language: string): Promise<void> {
    if (!isLanguage(language)) return;
    try {
      if (!(await switchLanguage(language))) return;
      storeChoice('language', language);
      await write(language);
      client.setQueryData(sessionQuery.queryKey, (account) => account && { ...account, language });
    } catch (error) {
      handleSessionEnd(error);
      announce(asProblem(error).message);
    }
  }

  return (
    <div className={styles.parts}>
      <SelectField
        name="language"
        label={t`Language`}
        value={i18n.locale}
        onChange={(language) => void choose(language)}
        options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      />
      <RadioField
        name="theme"
        label={t`Theme`}
        value={theme}
        onChange={(chosen) => {
          applyTheme(chosen);
          setTheme(chosen);
        }}
        options={[
          { value: 'system', label: t`same as the device` },
          { value: 'light', label: t`light` },
          { value: 'dark', label: t`dark` },
        ]}
      />
    </div>
  );
}
