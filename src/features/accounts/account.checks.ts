import { LANGUAGES } from '../../validation/languages.js';
import { ValueFault, type Rule } from '../../validation/rule.js';
import { oneOf, textUpTo } from '../../validation/texts.js';

const upTo100 = textUpTo(100);

/** Pattern for text with at least one visible character and no control characters. */
const PRINTABLE =
  '^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** Rule for the name of an account. */
export const accountName: Rule<string> = {
  what: 'text of 1 to 100 characters',
  schema: { ...upTo100.schema, minLength: 1, pattern: PRINTABLE },
  read(value) {
    const name = upTo100.read(value);
    if (name === null)
      return new ValueFault('must have 1 to 100 characters', [], 'wrong_length', { least: 1, most: 100 });
    if (typeof name === 'string' && /\p{Cc}/u.test(name))
      return new ValueFault('must not contain control characters', [], 'control_characters');
    return name;
  },
};

/** Rules of the writable fields of an account, by GraphQL name. */
export const ACCOUNT_RULES = { name: accountName, language: oneOf(LANGUAGES) } as const satisfies Record<string, Rule>;
