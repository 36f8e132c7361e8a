import { sql } from 'kysely';
import { Arg, Args, Ctx, FieldResolver, Float, ID, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../access/requires.js';
import type { RequestContext } from '../context.js';
import { connectionOf } from '../graphql/connection.js';
import { findById } from '../graphql/find.js';
import { JobStatus } from '../graphql/job-status.js';
import { paginate } from '../graphql/paginate.js';
import { Import, ImportCounts, ImportFault } from './import.entity.js';
import { ImportsArgs } from './import.input.js';
import { faultsByImport } from './import.loader.js';

export const ImportConnection = connectionOf(Import, 'Import', 'queens', 'A page of imports.');

/** A file that is still coming in is no import yet. */
const SHOWN = { status: { $ne: 'receiving' as const } };

const NONE: ImportCounts = { queens: 0, evaluations: 0, apiaries: 0, hives: 0, breedingValues: 0 };

@Resolver(() => Import)
export class ImportResolver {
  @Query(() => Import, { nullable: true, description: 'One import; null where the account has none with this id.' })
  @Requires('queens', 'read')
  import(
    @Arg('id', () => ID, { description: 'A UUID.' }) id: string,
    @Ctx() { em }: RequestContext,
  ): Promise<Import | null> {
    return findById(em, Import, id, SHOWN);
  }

  @Query(() => ImportConnection, { nullable: true, description: 'Imports, the newest first.' })
  @Requires('queens', 'read')
  imports(@Args(() => ImportsArgs) { filter, ...page }: ImportsArgs, @Ctx() { em }: RequestContext) {
    const values = filter?.dryRun == null ? {} : { dryRun: filter.dryRun };
    const conditions = [sql`q.status <> ${SHOWN.status.$ne}`];
    return paginate(em, Import, { values, conditions }, [{ key: 'createdAt', descending: true }, { key: 'id' }], page);
  }

  @FieldResolver(() => Float, { description: 'How much of the work is done, 0 to 1.' })
  progress(@Root() { status, rows, done }: Import): number {
    if (status === JobStatus.completed) return 1;
    return rows > 0 ? Math.min(1, done / rows) : 0;
  }

  @FieldResolver(() => ImportCounts, { description: 'Rows that are new.' })
  created(@Root() { created }: Import): ImportCounts {
    return { ...NONE, ...created };
  }

  @FieldResolver(() => ImportCounts, { description: 'Rows that were there and say something else now.' })
  updated(@Root() { updated }: Import): ImportCounts {
    return { ...NONE, ...updated };
  }

  @FieldResolver(() => ImportCounts, { description: 'Rows that were there and said the same.' })
  unchanged(@Root() { unchanged }: Import): ImportCounts {
    return { ...NONE, ...unchanged };
  }

  @FieldResolver(() => [ImportFault], { description: 'The first 1,000 faults, in the order of the rows.' })
  errors(@Root() { id }: Import, @Ctx() { loaders }: RequestContext): Promise<ImportFault[]> {
    return loaders.get(faultsByImport).load(id);
  }
}
