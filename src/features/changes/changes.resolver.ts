import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { requirePermission } from '../../auth/guard.js';
import { permits } from '../../auth/permissions.js';
import { Requires } from '../../auth/requires.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { apiaryById, hiveById } from '../apiaries/apiary.loader.js';
import { Hive } from '../apiaries/hive.entity.js';
import { EbvRun } from '../breeding-values/ebv-run.entity.js';
import { runById } from '../breeding-values/ebv.loader.js';
import type { LoaderFactory, RequestContext } from '../../graphql/context.js';
import { Evaluation } from '../evaluations/evaluation.entity.js';
import { evaluationById } from '../evaluations/evaluation.loader.js';
import { byId } from '../../graphql/by-id.js';
import { checkPageArgs, pageOf } from '../../graphql/paginate.js';
import { Queen } from '../queens/queen.entity.js';
import { ChangeKind, ChangeType, RESOURCE_BY_KIND } from './changes.enums.js';
import { Change, Changes, ChangesArgs } from './changes.types.js';
import { decodePosition, encodePosition, startPosition } from './feed-position.js';
import { countChanges, readChanges } from './read-changes.js';

/** Loaders of the current rows, by kind. These loaders do not use the queen cache, which may be older than the feed. */
const ROWS: Record<ChangeKind, LoaderFactory<string, object | null>> = {
  [ChangeKind.apiary]: apiaryById,
  [ChangeKind.ebvRun]: runById,
  [ChangeKind.evaluation]: evaluationById,
  [ChangeKind.hive]: hiveById,
  [ChangeKind.queen]: byId(Queen),
};

@Resolver(() => Change)
export class ChangesResolver {
  @Query(() => Changes, {
    nullable: true,
    description:
      'Change feed: written and deleted rows in the order of their commits. Each row appears only once, at the position of its latest change. To keep a copy up to date without missing a change, continue from `resumeCursor`. The feed does not contain kinds of rows that the caller may not read.',
  })
  @Requires('account', 'read')
  async changes(
    @Args(() => ChangesArgs) { first, after, updatedSince, kind }: ChangesArgs,
    @Ctx() context: RequestContext,
  ): Promise<Changes> {
    checkPageArgs({ first });
    const { em } = context;
    const kinds = readableKinds(context, kind);
    const start = startPosition(after == null ? null : decodePosition(after, kinds), updatedSince ?? null);
    const { changes: rows, revision } = await readChanges(em, kinds, start, first + 1);
    const changes = rows.slice(0, first);
    const page = pageOf(changes, (change) => encodePosition(change, kinds), {
      totalCount: () => countChanges(em, kinds, start, { changes, revision }),
      hasNextPage: rows.length > first,
      hasPreviousPage: after != null,
    });
    return { ...page, resumeCursor: page.pageInfo.endCursor ?? encodePosition(start, kinds) };
  }

  @FieldResolver(() => ChangeType, { description: 'Whether the row was written or deleted.' })
  async change(@Root() change: Change, @Ctx() context: RequestContext): Promise<ChangeType> {
    // If a row was deleted after the feed was read, this page and a later page report it as deleted.
    return (await rowOf(change, change.kind, context)) ? ChangeType.upsert : ChangeType.delete;
  }

  @FieldResolver(() => Queen, {
    nullable: true,
    description: 'The queen. Null if the row is of another kind or was deleted.',
  })
  @Requires('queens', 'read')
  queen(@Root() change: Change, @Ctx() context: RequestContext) {
    return rowOf(change, ChangeKind.queen, context);
  }

  @FieldResolver(() => Evaluation, {
    nullable: true,
    description: 'The evaluation. Null if the row is of another kind or was deleted.',
  })
  @Requires('evaluations', 'read')
  evaluation(@Root() change: Change, @Ctx() context: RequestContext) {
    return rowOf(change, ChangeKind.evaluation, context);
  }

  @FieldResolver(() => Apiary, {
    nullable: true,
    description: 'The apiary. Null if the row is of another kind or was deleted.',
  })
  @Requires('hive', 'read')
  apiary(@Root() change: Change, @Ctx() context: RequestContext) {
    return rowOf(change, ChangeKind.apiary, context);
  }

  @FieldResolver(() => Hive, {
    nullable: true,
    description: 'The hive. Null if the row is of another kind or was deleted.',
  })
  @Requires('hive', 'read')
  hive(@Root() change: Change, @Ctx() context: RequestContext) {
    return rowOf(change, ChangeKind.hive, context);
  }

  @FieldResolver(() => EbvRun, {
    nullable: true,
    description: 'The run. Null if the row is of another kind or was deleted.',
  })
  @Requires('blup', 'read')
  ebvRun(@Root() change: Change, @Ctx() context: RequestContext) {
    return rowOf(change, ChangeKind.ebvRun, context);
  }
}

/** @throws {ServiceError} `insufficient_permission` if the caller requests one kind and may not read it */
function readableKinds(context: RequestContext, requested?: ChangeKind | null): ChangeKind[] {
  if (requested) requirePermission(context, { resource: RESOURCE_BY_KIND[requested], level: 'read' });
  return Object.values(ChangeKind).filter(
    (kind) =>
      (requested == null || kind === requested) &&
      context.identity &&
      permits(context.identity.permissions, { resource: RESOURCE_BY_KIND[kind], level: 'read' }),
  );
}

async function rowOf<Kind extends ChangeKind>(
  { kind, id, deleted }: Change,
  requestedKind: Kind,
  { loaders }: RequestContext,
) {
  return kind === requestedKind && !deleted ? loaders.get(ROWS[requestedKind]).load(id) : null;
}
