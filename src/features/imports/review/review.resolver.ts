import { sql } from 'kysely';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Identity } from '../../../auth/identity.js';
import { permits, type Resource } from '../../../auth/permissions.js';
import { Requires } from '../../../auth/requires.js';
import { connectionOf } from '../../../graphql/connection.js';
import type { RequestContext } from '../../../graphql/context.js';
import { requireById } from '../../../graphql/find.js';
import { paginate } from '../../../graphql/paginate.js';
import { rereadOne } from '../../../graphql/reread.js';
import { Json } from '../../../graphql/scalars.js';
import { write } from '../../writes/write.js';
import { IMPORT_QUEUE } from '../import-job.js';
import { resourcesOf, visibleFindings } from '../import-resources.js';
import { Import, ImportFinding } from '../import.entity.js';
import type { RecordKind } from './changes.js';
import { decide } from './decide.js';
import { requireWritePermissions } from './decision-permissions.js';
import { ImportChange, ImportLeftOut, ImportReview, ImportRow } from './import-row.entity.js';
import { ImportDecisionsInput, ImportRowsArgs } from './review.input.js';
import { leftOutByImport, reviewByImport } from './review.loader.js';

export const ImportRowConnection = connectionOf(ImportRow, 'ImportRow', 'queens', 'A page of rows of a checked file.');

const RESOURCE_OF: Record<RecordKind, Resource> = {
  queen: 'queens',
  evaluation: 'evaluations',
  apiary: 'hive',
  hive: 'hive',
  breeding_value: 'blup',
};

@Resolver(() => ImportRow)
export class ImportRowResolver {
  @Query(() => ImportRowConnection, {
    nullable: true,
    description:
      'Effects that the import of a checked file would have, row by row; queens without a row of their own come last. After the import, the list contains only the rows that were left out. Before the import, the list is empty if the file is no longer stored. It is always empty for a complete export.',
  })
  @Requires('queens', 'read')
  async importRows(
    @Args(() => ImportRowsArgs) { importId, filter, ...page }: ImportRowsArgs,
    @Ctx() { em }: RequestContext,
  ) {
    const file = await requireById(em, Import, importId, 'import', { status: { $ne: 'receiving' as const } });
    const values = {
      importId: file.id,
      ...(filter?.state != null && { state: filter.state }),
      ...(filter?.isDoubtful != null && { isDoubtful: filter.isDoubtful }),
    };
    // Rows of a running check are incomplete.
    const conditions = [sql`q.state is not null`];
    const found = await paginate(em, ImportRow, { values, conditions }, [{ key: 'position' }], page);
    for (const node of found.nodes) node.file = file;
    return found;
  }

  @FieldResolver(() => Json, {
    description:
      'Header → text of the cell in the file. Columns of resources that the caller may not read are left out.',
  })
  cells(@Root() { cells, file }: ImportRow, @Ctx() { identity }: RequestContext): Record<string, string> {
    const headers = visibleHeaders(file, identity);
    return Object.fromEntries(
      file.headers.flatMap((header, column) => (headers.has(header) ? [[header, cells[column] ?? '']] : [])),
    );
  }

  @FieldResolver(() => Json, {
    description: 'Cells that the user corrected: header → text that replaces the text of the cell.',
  })
  corrections(@Root() { row, file }: ImportRow, @Ctx() { identity }: RequestContext): Record<string, string> {
    const headers = visibleHeaders(file, identity);
    const corrected = row === null ? undefined : file.options?.edits?.cells[row];
    return Object.fromEntries(Object.entries(corrected ?? {}).filter(([header]) => headers.has(header)));
  }

  @FieldResolver(() => [ImportChange], {
    description:
      'Fields of records that the import would set or change, without the records that the caller may not read. If several rows describe one record, only the first of these rows lists the changes of the record.',
  })
  changes(@Root() { changes }: ImportRow, @Ctx() { identity }: RequestContext): ImportChange[] {
    return changes.filter(
      ({ record }) => identity && permits(identity.permissions, { resource: RESOURCE_OF[record], level: 'read' }),
    );
  }

  @FieldResolver(() => [ImportFinding], {
    description:
      'Errors of the row. If a message could quote data that the caller may not read, it is replaced with a message that names only the missing permission.',
  })
  errors(@Root() { errors, file }: ImportRow, @Ctx() { identity }: RequestContext): ImportFinding[] {
    return visibleFindings(identity, file, errors);
  }

  @FieldResolver(() => [ImportFinding], {
    description: 'Warnings about the row. Messages are replaced as in `errors`.',
  })
  warnings(@Root() { warnings, file }: ImportRow, @Ctx() { identity }: RequestContext): ImportFinding[] {
    return visibleFindings(identity, file, warnings);
  }
}

/** Headers of the columns that the caller may read. */
function visibleHeaders(file: Import, identity: Identity | null): Set<string> {
  if (!identity) return new Set();
  const { permissions } = identity;
  const visible = file.columns.filter((column) =>
    resourcesOf(file, column).every((resource) => permits(permissions, { resource, level: 'read' })),
  );
  return new Set(visible.map(({ header }) => header));
}

@Resolver(() => Import)
export class ImportReviewResolver {
  @FieldResolver(() => ImportReview, {
    nullable: true,
    description:
      'Number of rows by the effect that the import would have. Null while the file is checked or imported, after the file has been imported, and if `importRows` is empty.',
  })
  review(
    @Root() { id, status, dryRun }: Import,
    @Ctx() { loaders }: RequestContext,
  ): Promise<ImportReview | null> | null {
    const isReviewed = status === 'failed' || (status === 'completed' && dryRun);
    return isReviewed ? loaders.get(reviewByImport).load(id) : null;
  }

  @FieldResolver(() => ImportLeftOut, {
    description:
      'Number of rows that the user decided to leave out. `importRows` lists these rows with their errors, even after the import.',
  })
  leftOut(@Root() { id }: Import, @Ctx() { loaders }: RequestContext): Promise<ImportLeftOut> {
    return loaders.get(leftOutByImport).load(id);
  }

  @FieldResolver(() => Json, {
    nullable: true,
    description:
      'Options for reading the file, from the upload or from later decisions: `mapping`, `sheet`, `generation`, `eval_year`, `encoding`, and the decisions about `identifiers`. Null for imports by earlier versions of Queenbook, for imports restored from an export, and for removals of placeholder queens.',
  })
  choices(@Root() { options, decisions }: Import): Record<string, unknown> | null {
    if (!options) return null;
    const { mapping = {}, sheet = null, generation = null, evalYear = null, encoding = null } = options;
    const identifiers = { ...decisions.each, ...(decisions.all && { '*': decisions.all }) };
    return { mapping, sheet, generation, eval_year: evalYear, encoding, identifiers };
  }

  @Mutation(() => Import, {
    description:
      'Decide about a checked file: leave out rows, correct cells, or change how the file is read. The file is checked again in the background; with `dryRun: false`, it is imported. The error CONFLICT means that the file is being checked, was already imported, or is no longer stored (after 30 days at the latest). If the file contains evaluations, apiaries, hives or breeding values, the caller also needs the permission `write` on `evaluations`, `hive` or `blup`, respectively. Decisions that change how the file is read also require `read` on the resources of its columns.',
  })
  @Requires('queens', 'write')
  async decideImport(
    @Arg('id', () => ID, { description: 'Id of the import.' }) id: string,
    @Arg('input', () => ImportDecisionsInput, { description: 'The decisions.' }) input: ImportDecisionsInput,
    @Ctx() context: RequestContext,
  ): Promise<Import> {
    await requireWritePermissions(context, id, input);
    const ids = await write(context, (unit) => decide(unit, id, input));
    const found = await rereadOne(context.em, Import, ids);
    const { accountId, id: importId } = found;
    await context.services.jobs.send(IMPORT_QUEUE, { accountId, id: importId });
    return found;
  }
}
