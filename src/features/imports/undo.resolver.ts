import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import { actorOf } from '../audit/actor.js';
import type { RequestContext } from '../../graphql/context.js';
import { unauthenticated } from '../../core/errors.js';
import { requireById } from '../../graphql/find.js';
import { rereadOne } from '../../graphql/reread.js';
import { withoutLimit } from '../../db/statement-timeout.js';
import { Import } from './import.entity.js';
import { requireUndoPermissions } from './undo-permissions.js';
import { removePlaceholders } from './remove-placeholders.js';
import { undoImport } from './undo.js';
import { write } from '../writes/write.js';

@Resolver()
export class UndoResolver {
  @Requires('queens', 'write')
  @Mutation(() => Import, {
    description:
      'Undo an import. If later data or later changes prevent this, the error CONFLICT lists the reasons. If the import created or changed evaluations, apiaries, hives or breeding values, the caller also needs the permission `write` on `evaluations`, `hive` or `blup`, respectively.',
  })
  async undoImport(
    @Arg('id', () => ID, { description: 'Id of the import.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<Import> {
    const { em, identity, writeOptions } = context;
    if (!identity) throw unauthenticated();
    const found = await requireById(em, Import, id, 'import');
    await requireUndoPermissions(context, found);
    const key = { accountId: identity.accountId, importId: found.id };
    const caller = { by: actorOf(identity), permissions: identity.permissions };
    await withoutLimit(() => undoImport(em, caller, key, writeOptions.idempotency));
    return rereadOne(em, Import, [found.id]);
  }

  @Requires('queens', 'write')
  @Mutation(() => Import, {
    description:
      'Remove all placeholder queens (see `placeholder` of `QueenFilter`). The removal is recorded as an import, which can be undone. Breeding values of these queens are deleted, and an undo does not restore them; if there are such values, the caller also needs the permission `write` on `blup`.',
  })
  async removePlaceholderQueens(@Ctx() context: RequestContext): Promise<Import> {
    const ids = await write(context, async (unit) => [await removePlaceholders(unit)]);
    return rereadOne(context.em, Import, ids);
  }
}
