import type pg from 'pg';

/** How the text begins of a statement that each connection is to parse once, and to plan a few times at most. */
export const MARK = /^\s*\/\* prepared \*\//;
/** Texts; there are a handful. */
const MOST = 100;
/** SQLSTATE of what was prepared before a table that it reads was altered. */
const ALTERED = '0A000';

const names = new Map<string, string>();

/** With a text it answers as a promise; a cursor or a copy, handed in, comes back as it is. */
type Query = (...args: unknown[]) => unknown;

/**
 * Has a connection keep what is asked over and over, for which to be planned takes longer than to be run. After five
 * times PostgreSQL plans such a statement for no values in particular, if that costs no more: so it is for statements
 * alone whose plan is the same for all (`test/plans`).
 */
export function prepareMarked(client: pg.PoolClient): void {
  const plain: Query = (...args) => (Object.getPrototypeOf(client) as { query: Query }).query.apply(client, args);
  let isOutdated = false;
  const prepared = async (name: string, text: string, values: unknown) => {
    try {
      return await plain({ name, text, values });
    } catch (error) {
      if ((error as { code?: string }).code !== ALTERED) throw error;
      // Another version of the service has migrated the database meanwhile.
      isOutdated = true;
      if (client.getTransactionStatus() !== 'I') throw error;
      return plain(text, values);
    }
  };
  client.query = ((...args: unknown[]) => {
    const [text, values] = args;
    const name = typeof text === 'string' && !isOutdated && MARK.test(text) ? nameOf(text) : undefined;
    return name === undefined ? plain(...args) : prepared(name, text as string, values);
  }) as never;
}

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST) names.set(text, (name = `queenbook_${names.size}`));
  return name;
}
