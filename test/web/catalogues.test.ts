import { describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const LANGUAGES = ['de', 'fr', 'it', 'pl'];

type Compiled = ReturnType<typeof compileMessage>;
type Token = Compiled extends string | (infer One)[] ? One : never;

async function catalogue(language: string): Promise<{ message: string; translation: string }[]> {
  const url = new URL(`../../src/web/catalogues/${language}.po`, import.meta.url);
  const context = { locale: language, sourceLocale: 'en', filename: url.pathname };
  const entries = await formatter().parse(await readFile(url, 'utf8'), context);
  return Object.values(entries)
    .filter(({ obsolete }) => !obsolete)
    .map(({ message = '', translation = '' }) => ({ message, translation: String(translation) }));
}

interface Parts {
  /** The placeholders and tags of a message: `count`, `<0>`, `</0>`. */
  names: Set<string>;
  /** The plural forms of each plural in the message. */
  plurals: string[][];
}

function partsOf(compiled: Compiled, found: Parts = { names: new Set(), plurals: [] }): Parts {
  for (const token of typeof compiled === 'string' ? [compiled] : (compiled as Token[])) {
    if (typeof token === 'string') {
      for (const [tag] of token.matchAll(/<\/?\d+\/?>/g)) found.names.add(tag);
      continue;
    }
    const [name, type, format] = token as [string, string?, unknown?];
    found.names.add(name);
    if (type !== 'plural' && type !== 'select' && type !== 'selectordinal') continue;
    const forms = format as Record<string, Compiled>;
    if (type === 'plural')
      found.plurals.push(Object.keys(forms).filter((form) => /^[a-z]+$/.test(form) && form !== 'offset'));
    for (const [form, text] of Object.entries(forms)) if (form !== 'offset') partsOf(text, found);
  }
  return found;
}

describe.each(LANGUAGES)('the catalogue %s', (language) => {
  test('has every message', async () => {
    const missing = (await catalogue(language)).filter(({ translation }) => translation.trim() === '');
    expect(missing.map(({ message }) => message)).toEqual([]);
  });

  test('has the placeholders of the English message and every plural form of the language', async () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const faults: string[] = [];
    for (const { message, translation } of await catalogue(language)) {
      const [english, own] = [partsOf(compileMessage(message)), partsOf(compileMessage(translation))];
      const sorted = ({ names }: Parts) =>
        [...names]
          .filter((name) => name !== '#')
          .sort()
          .join(' ');
      if (sorted(english) !== sorted(own)) faults.push(`${translation}: ${sorted(own)} instead of ${sorted(english)}`);
      for (const forms of own.plurals) {
        // In French and Italian, the form `many` for whole millions is optional, because it is equal to the form for
        // other large numbers.
        const lacking = needed.filter((form) => !forms.includes(form) && !(form === 'many' && language !== 'pl'));
        if (lacking.length > 0) faults.push(`${translation}: no plural form ${lacking.join(', ')}`);
      }
    }
    expect(faults).toEqual([]);
  });
});
