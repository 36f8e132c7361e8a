import { sql } from 'kysely';
import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { onlyRow } from '../../db/only-row.js';
import { ownerOf } from '../../db/owner.js';
import { Requires, Resource } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';

/** Maximum number of terms of each kind. A longer list does not help users to choose. */
const MAX_TERMS = 1000;

@ObjectType({
  description:
    'Values that occur among the queens of the account, for filters and suggestions: at most 1000 of each kind.',
  simpleResolvers: true,
})
@Resource('queens')
export class QueenTerms {
  @Field(() => [String], { description: 'Races, in the sort order of the database.' })
  races!: string[];

  @Field(() => [String], { description: 'Breeding lines, in the sort order of the database.' })
  lines!: string[];

  @Field(() => [String], { description: 'Breeder codes, in the sort order of the database.' })
  breederCodes!: string[];

  @Field(() => [Int], { description: 'Birth years, latest first.' })
  years!: number[];
}

@Resolver()
export class QueenTermsResolver {
  @Query(() => QueenTerms, {
    nullable: true,
    description: 'Races, lines, breeder codes and birth years that occur among the queens.',
  })
  @Requires('queens', 'read')
  async queenTerms(@Ctx() { em }: RequestContext): Promise<QueenTerms> {
    const list = (column: string, direction: 'asc' | 'desc' = 'asc') => sql`array(
      select distinct ${sql.ref(column)} from queen
      where account_id = ${ownerOf(em)} and ${sql.ref(column)} is not null
      order by 1 ${sql.raw(direction)} limit ${MAX_TERMS})`;
    const { rows } = await sql<QueenTerms>`
      select ${list('race')} as races, ${list('line')} as lines, ${list('breeder_code')} as "breederCodes",
        ${list('birth_year', 'desc')} as years`.execute(em.getKysely());
    return onlyRow(rows);
  }
}
