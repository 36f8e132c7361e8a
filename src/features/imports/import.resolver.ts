import { sql } from 'kysely';
import { Arg, Args, Ctx, FieldResolver, Float, ID, Query, Resolver, Root } from 'type-graphql';
import { requirePermission } from '../../auth/guard.js';
import type { Resource } from '../../auth/permissions.js';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { connectionOf } from '../../graphql/connection.js';
import { findById } from '../../graphql/find.js';
import { JobStatus } from '../../graphql/job-status.js';
import { paginate } from '../../graphql/paginate.js';
import { Import, ImportColumn, ImportCounts, ImportFinding } from './import.entity.js';
import { NO_ROWS } from './apply/outcome.js';
import { ImportsArgs } from './import.input.js';
import { visibleFindings, resourcesOf } from './import-resources.js';
import { errorsByImport, warningsByImport } from './import.loader.js';

export const ImportConnection = connectionOf(Import, 'Import', 'queens', 'A page of imports.');

/** Excludes imports of files that are still being received. */
const VISIBLE = { status: { $ne: 'receiving' as const } };

@Resolver(() => Import)
export class ImportResolver {
  @Query(() => Import, { nullable: true, description: 'Import with this id; null if it does not exist.' })
  @Requires('queens', 'read')
  import(
    @Arg('id', () => ID, { description: 'A UUID.' }) id: string,
    @Ctx() { em }: RequestContext,
  ): Promise<Import | null> {
    return findById(em, Import, id, VISIBLE);
  }

  @Query(() => ImportConnection, { nullable: true, description: 'Imports, newest first.' })
  @Requires('queens', 'read')
  imports(@Args(() => ImportsArgs) { filter, ...page }: ImportsArgs, @Ctx() { em }: RequestContext) {
    const values = filter?.dryRun == null ? {} : { dryRun: filter.dryRun };
    const conditions = [sql`q.status <> ${VISIBLE.status.$ne}`];
    return paginate(em, Import, { values, conditions }, [{ key: 'createdAt', descending: true }, { key: 'id' }], page);
  }

  @FieldResolver(() => Float, { description: 'Fraction of the rows that have been processed, 0 to 1.' })
  progress(@Root() { status, rows, done }: Import): number {
    if (status === JobStatus.completed) return 1;
    return rows > 0 ? Math.min(1, done / rows) : 0;
  }

  @FieldResolver()
  created(@Root() { created }: Import): ImportCounts {
    return { ...NO_ROWS, ...created };
  }

  @FieldResolver()
  updated(@Root() { updated }: Import): ImportCounts {
    return { ...NO_ROWS, ...updated };
  }

  @FieldResolver()
  unchanged(@Root() { unchanged }: Import): ImportCounts {
    return { ...NO_ROWS, ...unchanged };
  }

  @FieldResolver()
  columns(@Root() file: Import): ColumnOfFile[] {
    return file.columns.map((column) => ({ ...column, resources: resourcesOf(file, column) }));
  }

  @FieldResolver(() => [ImportFinding], {
    description:
      'The first 1,000 errors in the order of the rows. If a message could quote data that the caller may not read, it is replaced with a message that names only the missing permission.',
  })
  async errors(@Root() file: Import, @Ctx() { loaders, identity }: RequestContext): Promise<ImportFinding[]> {
    return visibleFindings(identity, file, await loaders.get(errorsByImport).load(file.id));
  }

  @FieldResolver(() => [ImportFinding], {
    description:
      'The first 1,000 warnings in the order of the rows. Warnings do not stop an import. Messages are replaced as in `errors`.',
  })
  async warnings(@Root() file: Import, @Ctx() { loaders, identity }: RequestContext): Promise<ImportFinding[]> {
    return visibleFindings(identity, file, await loaders.get(warningsByImport).load(file.id));
  }
}

/** A column, with the resources (other than queens) that its cells belong to. */
interface ColumnOfFile extends ImportColumn {
  resources: readonly Resource[];
}

@Resolver(() => ImportColumn)
export class ImportColumnResolver {
  @FieldResolver(() => [String], {
    nullable: true,
    description:
      'Sample values. The caller also needs the permission `read` on `evaluations` for a column of evaluations, on `hive` for a column of apiaries or hives, and on `blup` for a column of breeding values.',
  })
  samples(@Root() { samples, resources }: ColumnOfFile, @Ctx() context: RequestContext): string[] {
    for (const resource of resources) requirePermission(context, { resource, level: 'read' });
    return samples;
  }
}
