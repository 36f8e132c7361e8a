import { sql, type RawBuilder } from 'kysely';
import { hidden, hiddenOwner } from '../../../db/owner.js';
import { permits } from '../../../auth/permissions.js';
import type { RequestContext } from '../../../graphql/context.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { type EntityType } from '../ebv.enums.js';
import { newestRun } from '../ebv.loader.js';
import { indexSql } from '../ranking/ranking-page.js';
import { savedWeights } from '../selection-index/saved-weights.js';
import { TRAIT_NAMES } from '../../../core/traits.js';
import { readWeights, weightsWithin } from '../selection-index/weights.js';
import type { EbvTrends } from './trends.types.js';

type Row = { year: number | null; queens: number; index: number | null } & Record<string, number | null>;

/**
 * Computes means by birth year over the queens of the newest completed run, with one statement. Without permission to
 * read queens, the result contains only birth years with values in the run.
 * @throws {ServiceError} `validation_failed` for invalid weights
 */
export async function ebvTrends(
  { entityType, weights: requested }: { entityType: EntityType; weights?: object | null },
  { em, loaders, identity }: RequestContext,
): Promise<EbvTrends> {
  const weights = requested == null ? await savedWeights(em) : readWeights(requested);
  const run = await loaders.get(newestRun)();
  const effectiveWeights = weightsWithin(weights, run?.traits ?? []);
  const valued = TRAIT_NAMES.filter((word) => run?.traits.includes(Trait[word]));
  const index = indexSql(effectiveWeights);
  const of = (word: keyof typeof Trait) => sql.ref(`r.${Trait[word]}`);
  const means = valued.flatMap((word): RawBuilder<unknown>[] => [
    sql`count(${of(word)})::integer as ${sql.id(`${word} n`)}`,
    sql`avg(${of(word)}) as ${sql.id(`${word} mean`)}`,
  ]);
  const columns = [
    sql`r.birth_year as year`,
    sql`count(r.queen_id)::integer as queens`,
    sql`${index ? sql`avg(${index})` : sql`null::float8`} as index`,
    ...means,
  ];
  const owner = hiddenOwner(em);
  const readsQueens = identity !== null && permits(identity.permissions, { resource: 'queens', level: 'read' });
  // The sub-select sorts the rows, so that the means are reproducible: the last digits of a sum depend on the order of
  // addition.
  const { rows } = await sql<Row>`
    select ${sql.join(columns)}
    from (
      select q.birth_year, r.queen_id, ${sql.join(TRAIT_NAMES.map(of))}
      from queen q
      left join ranking_row r on r.account_id = ${owner} and r.run_id = ${hidden(run?.id ?? null)}
        and r.entity_type = ${entityType} and r.queen_id = q.id
      where q.account_id = ${owner}
      order by q.birth_year, q.id
    ) r
    group by r.birth_year ${readsQueens ? sql`` : sql`having count(r.queen_id) > 0`}
    order by r.birth_year nulls last`.execute(em.getKysely());
  const years = rows.map((row) => ({
    year: row.year,
    queens: row.queens,
    index: row.index,
    traits: valued.map((word) => ({
      trait: Trait[word],
      n: row[`${word} n`] as number,
      mean: row[`${word} mean`] as number | null,
    })),
  }));
  return { run, weights, years };
}
