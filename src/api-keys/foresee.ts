import type { Context } from 'koa';
import { sql, type RawBuilder } from 'kysely';
import { newestValues, valuesByQueen, type PackedValues } from '../breeding-values/newest-values.js';
import { graphqlBody, GRAPHQL } from '../graphql/body.js';
import type { Em } from '../orm.js';
import { queensForeseen, rowsForeseen } from '../queens/foreseen.js';
import type { Foreseen } from '../access/identity.js';
import { isUuid } from '../rules/uuid.js';
import { Sightings } from '../sightings.js';

/** What a read will ask for, as far as its address or its GraphQL tells. A guess: what it misses is read later on. */
export interface Guess {
  queenId: string;
  /** Her parents as well, her newest breeding values as well, and what these are the sums of. */
  parents: boolean;
  values: boolean;
  pieces: boolean;
}

/** A guess of a request that presents a key. */
export interface GuessOf extends Guess {
  hash: string;
  /** Whether her row is to be read: not where the process remembers her. */
  row: boolean;
}

/** Of whom values were read beside keys of late, and as of which revision of the account. */
const told = new Sightings();
/** From then on the whole answer is remembered, unless something changes: see `remember`. */
const OFTEN = 2;

/** Whether her values are worth to be read with a key of an account, whose last known revision is given. */
export const areValuesNews = (revision: number, { queenId }: Guess): boolean =>
  told.note(Number.parseInt(queenId.slice(-8), 16) ^ Math.imul(revision, SPREAD)) < OFTEN;

/** An odd number whose multiples are far from each other. */
const SPREAD = 0x9e3779b1;

/** Of one of REST's addresses of a queen, of what is told of her, or of her values. */
const HER_PATH = /^\/api(?:\/v1)?\/(?:(ebv)\/)?queens\/(?:f[01]\/)?([^/]{36})(?:\/|$)/;

export async function guess(ctx: Context): Promise<Guess | null> {
  const guessed = ctx.method === 'GET' ? guessByPath(ctx.path) : await guessByGraphql(ctx);
  if (!guessed || typeof guessed.queenId !== 'string' || !isUuid(guessed.queenId)) return null;
  return { ...guessed, queenId: guessed.queenId.toLowerCase() };
}

function guessByPath(path: string) {
  const [found, ebv, queenId] = HER_PATH.exec(path) ?? [];
  return found === undefined ? null : { queenId, parents: !ebv, values: Boolean(ebv), pieces: true };
}

/** A longer body is read when it is known who sends it, and whether not too often. */
const MOST_BYTES = 16 * 1024;
/** Fields that lead to her parents, those of her values, and the one of what these are the sums of. */
const PARENTS = /mother|father|pedigree/i;
const VALUES = /\b(?:ebv|queenEbv)\b/;
const PIECES = /\bpieces\b/;

async function guessByGraphql(ctx: Context) {
  if (ctx.method !== 'POST' || ctx.path !== GRAPHQL || !(ctx.request.length <= MOST_BYTES)) return null;
  try {
    const { query, variables } = (await graphqlBody(ctx)).value;
    if (typeof query !== 'string' || !query.includes('queen')) return null;
    const isOne = query.includes('queen(') || query.includes('queenEbv(');
    const { id } = (variables ?? {}) as { id?: unknown };
    if (!isOne) return null;
    const values = VALUES.test(query);
    return { queenId: id, parents: PARENTS.test(query), values, pieces: values && PIECES.test(query) };
  } catch {
    // Told once it is known who asks.
    return null;
  }
}

/** By key: its hash, a queen's id, and whether more than her own is wanted. */
type Lists = readonly [hashes: string[], ids: string[], more: boolean[]];

/** What is to be read with keys: rows of queens, and of their parents; breeding values, and what they are the sums of. */
export interface Foresight {
  rows: Lists | null;
  values: Lists | null;
}

const isMore = ([, , more]: Lists): boolean => more.includes(true);

/** All on which the text of the columns goes. */
export const kindOf = ({ rows, values }: Foresight): string =>
  [rows, values].map((lists) => (lists === null ? '-' : isMore(lists) ? 'more' : 'her own')).join();

export function foresightOf(guesses: readonly GuessOf[]): Foresight {
  const rows = guesses.filter(({ row }) => row);
  const values = guesses.filter((guess) => guess.values);
  const listsOf = (some: readonly GuessOf[], more: (guess: GuessOf) => boolean): Lists | null =>
    some.length === 0 ? null : [some.map(({ hash }) => hash), some.map(({ queenId }) => queenId), some.map(more)];
  return { rows: listsOf(rows, ({ parents }) => parents), values: listsOf(values, ({ pieces }) => pieces) };
}

/** That, as two columns of JSON of a statement whose rows are keys, called `api_key`. */
export function foreseenColumns(em: Em, { rows, values }: Foresight): RawBuilder<unknown> {
  const account = sql`api_key.account_id`;
  const queens = rows ? sql`(${queensForeseen(em, account, ofKey(rows, 'parents'), isMore(rows))})` : sql`null`;
  const valued = values ? sql`(${newestValues(em, account, ofKey(values, 'pieces'), isMore(values))})` : sql`null`;
  return sql`${queens}, ${valued}`;
}

/** Lists hidden from the planner: see `wanted`. */
const ofKey = ([hashes, ids, more]: Lists, what: string): RawBuilder<unknown> => sql`
  select wanted.id, wanted.more as ${sql.ref(what)} from unnest(
    (select ${hashes}::text[]), (select ${ids}::uuid[]), (select ${more}::boolean[])
  ) wanted (hash, id, more)
  where wanted.hash = api_key.key_hash`;

/** What such columns came to. */
export type Found = [queens: unknown[][] | null, values: PackedValues[] | null];

export const readForeseen = (em: Em, accountId: string, [queens, values]: Found): Foreseen => ({
  ...(queens !== null && { queens: rowsForeseen(em, queens) }),
  ...(values !== null && { values: valuesByQueen(em, accountId, values) }),
});
