import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { demand } from '../access/guard.js';
import { Requires } from '../access/requires.js';
import { actorOf } from '../audit/actor.js';
import type { RequestContext } from '../context.js';
import { notFound } from '../errors.js';
import { asId } from '../graphql/ids.js';
import { findRow } from '../graphql/rows.js';
import { withoutLimit } from '../time-limit.js';
import { Import } from './import.entity.js';
import { undoImport } from './undo.js';

@Resolver()
export class UndoResolver {
  @Requires('queens', 'write')
  @Mutation(() => Import, {
    description: 'Takes an import back, as long as nothing was built on what it created; else CONFLICT says what.',
  })
  async undoImport(
    @Arg('id', () => ID, { description: 'The import.' }) given: string,
    @Ctx() context: RequestContext,
  ): Promise<Import> {
    const { em, identity, terms } = context;
    const id = asId(given);
    if (!identity || !id) throw notFound('import');
    const found = await findRow(em, Import, { id });
    if (!found) throw notFound('import');
    // What it brought besides queens goes again, under the permissions under which it came.
    const touched = [found.created, found.updated];
    if (touched.some((counts) => counts.evaluations > 0)) demand(context, { resource: 'evaluations', level: 'write' });
    if (touched.some((counts) => counts.apiaries + counts.hives > 0))
      demand(context, { resource: 'hive', level: 'write' });
    if (touched.some((counts) => counts.breedingValues > 0)) demand(context, { resource: 'blup', level: 'write' });
    const key = { accountId: identity.accountId, importId: id };
    await withoutLimit(() => undoImport(em, actorOf(identity), key, terms.idempotency));
    return (await findRow(em, Import, { id })) as Import;
  }
}
