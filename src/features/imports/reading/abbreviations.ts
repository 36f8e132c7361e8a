import { groupBy } from '../../../graphql/group.js';
import { fold, foldHeader, foldSpelledOut, headerForms } from './folding.js';
import { KNOWN_WORDS, splitWords } from './known-words.js';

/** Minimum number of letters of an abbreviated word. */
const MIN_LETTERS = 3;
/** Shorter headers have several meanings: `Temp.` can mean the temperament or the temperature. */
const MIN_LETTERS_OF_HEADER = 5;

const wordsOf = (header: string): string[] => header.split(/[\s\-/'’]+/).filter((word) => word !== '');

interface Header {
  field: string;
  /** The folded words of the header. */
  words: string[];
  /** The whole header, folded. */
  folded: string;
}

/** The number of words and the first letter, which an abbreviation shares with its header. */
const keyOf = (words: readonly string[]): string => `${words.length}${words[0]?.charAt(0)}`;

/** Returns the recognized headers by key. */
function indexHeaders(): ReadonlyMap<string, Header[]> {
  const headers = Object.entries(KNOWN_WORDS).flatMap(([field, list]) =>
    splitWords(list).flatMap((header) =>
      [fold, foldSpelledOut].map((each): Header => ({
        field,
        words: wordsOf(header).map(each),
        folded: each(header),
      })),
    ),
  );
  return groupBy(headers, ({ words }) => keyOf(words));
}
/** Created when the first abbreviation is read, because most files contain none. */
let headersByKey: ReadonlyMap<string, Header[]> | undefined;

/**
 * Returns the folded header that an abbreviation such as `Bemerk.` or `Zuchtb.-Nr.` means: a recognized header whose
 * words begin with the words before the full stops. Undefined if there is none, or if such headers belong to several
 * fields.
 */
function expand(header: string): string | undefined {
  const parts = wordsOf(header.replaceAll('.', '. '));
  const words = parts.map(fold);
  const isCut = (index: number) => parts[index]?.endsWith('.') && (words[index]?.length ?? 0) >= MIN_LETTERS;
  if (!words.some((_, index) => isCut(index)) || fold(header).length < MIN_LETTERS_OF_HEADER) return undefined;
  headersByKey ??= indexHeaders();
  const found = headersByKey
    .get(keyOf(words))
    ?.filter((known) =>
      words.every((word, index) => (isCut(index) ? known.words[index]?.startsWith(word) : word === known.words[index])),
    );
  return new Set(found?.map(({ field }) => field)).size === 1 ? found?.[0]?.folded : undefined;
}

/** Returns the folded forms of a header, and at the end the headers that it abbreviates. */
export function foldAbbreviated(header: string): string[] {
  const folded = foldHeader(header);
  if (!header.includes('.')) return folded;
  const forms = new Set(headerForms(header));
  return [...new Set([...folded, ...[...forms].flatMap((form) => expand(form) ?? [])])];
}
