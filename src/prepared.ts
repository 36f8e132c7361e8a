import type pg from 'pg';

/** How the text begins of a statement that each connection is to parse once, and to plan a few times at most. */
export const MARK = /^\s*\/\* prepared \*\//;
/** Texts; there are a handful. */
const MOST = 100;
/** SQLSTATE of what was prepared before a table that it reads was altered. */
const ALTERED = '0A000';

const names = new Map<string, string>();

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
      return await answerOf(plain, { name, text, values });
    } catch (error) {
      if ((error as { code?: string }).code !== ALTERED) throw error;
      // Another version of the service has migrated the database meanwhile.
      isOutdated = true;
      if (client.getTransactionStatus() !== 'I') throw error;
      return answerOf(plain, { text, values });
    }
  };
  const query: Query = (...args) => {
    const [text, values, ...others] = args;
    // A cursor or a copy comes back as it is; whoever brings a function is called.
    if (typeof values === 'function' || others.length > 0 || isSubmitted(text)) return plain(...args);
    if (typeof text !== 'string') return answerOf(plain, text);
    const name = !isOutdated && MARK.test(text) ? nameOf(text) : undefined;
    return name === undefined ? answerOf(plain, { text, values }) : prepared(name, text, values);
  };
  client.query = query as never;
}

const isSubmitted = (asked: unknown): boolean => typeof asked === 'object' && asked !== null && 'submit' in asked;

/**
 * What `pg` would promise itself, by a function that V8 does not take for one that stays: all that the answer is for,
 * the whole request, would stay with it until the next full collection (see `no-restricted-syntax` in eslint.config.js).
 */
async function answerOf(query: Query, asked: unknown): Promise<unknown> {
  try {
    return await new Promise((resolve, reject) => {
      query(asked, (error: unknown, result: unknown) => (error ? reject(error as Error) : resolve(result)));
    });
  } catch (error) {
    // As `pg` does: the way to whoever asked says more than the way from the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST) names.set(text, (name = `queenbook_${names.size}`));
  return name;
}
