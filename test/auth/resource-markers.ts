import type { Resource } from '../../src/auth/permissions.js';

/** The marks of each resource: a word in every text, and numbers that do not occur in rows of other resources. */
export const MARKS: Record<Resource, { word: string; numbers: readonly number[] }> = {
  queens: { word: 'zqueen', numbers: [961, 962] },
  evaluations: { word: 'ztest', numbers: [147.31, 139.77, 137.53, 1987, 1986, 777.5] },
  blup: { word: 'zblup', numbers: [77.71, 177.25, 0.7775, 3.0625, -5.0625, 71.5, 777.25] },
  hive: { word: 'zhive', numbers: [12.3456, 34.5678, 1234.5] },
  account: { word: 'zaccount', numbers: [] },
};

/** Members that the search ignores: rows as they were imported, and `locations` of errors in a query. */
const IGNORED_MEMBERS = new Set(['origin_data', 'originData', 'locations']);
const ORIGIN_ROWS = new Set(['origin_imports', 'originImports']);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Returns the resources with marks in a response, each with the place of its first mark. */
export function marksIn(response: unknown): Map<Resource, string> {
  const found = new Map<Resource, string>();
  const resources = Object.entries(MARKS) as [Resource, (typeof MARKS)[Resource]][];
  const record = (shows: (mark: (typeof MARKS)[Resource]) => boolean, path: string, value: unknown) => {
    for (const [resource, mark] of resources) {
      if (!found.has(resource) && shows(mark)) found.set(resource, `${path}: ${String(value).slice(0, 300)}`);
    }
  };
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'number') record(({ numbers }) => numbers.includes(value), path, value);
    if (typeof value === 'string') {
      if (UUID.test(value) || TIME.test(value)) return;
      record((mark) => isIn(value, mark), path, value);
      const cursor = decoded(value);
      if (cursor !== undefined) visit(cursor, `${path} (decoded)`);
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (IGNORED_MEMBERS.has(name)) continue;
      const isOrigin = ORIGIN_ROWS.has(name) && Array.isArray(inner);
      visit(isOrigin ? inner.map(({ rows: _, ...rest }) => rest as object) : inner, `${path}.${name}`);
    }
  };
  visit(response, '');
  return found;
}

/** A pattern for each mark: its word, or one of its numbers as a separate word. */
const PATTERNS = new Map(
  Object.values(MARKS).map((mark) => {
    const digits = mark.numbers.map((number) => String(number).replace('.', '\\.'));
    const alone = digits.length > 0 ? `|(?<![\\w.-])(?:${digits.join('|')})(?!\\w|\\.\\d)` : '';
    return [mark, new RegExp(`${mark.word}${alone}`, 'i')] as const;
  }),
);
const isIn = (text: string, mark: (typeof MARKS)[Resource]): boolean => PATTERNS.get(mark)!.test(text);

/** Returns the values in a cursor, or undefined if the text is no cursor. */
function decoded(text: string): unknown {
  if (!/^[\w-]{8,}$/.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
