import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { sql } from 'kysely';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { requireById } from '../../graphql/find.js';
import { rereadOne } from '../../graphql/reread.js';
import { findRows } from '../../graphql/rows.js';
import { write, writeReturning } from '../writes/write.js';
import { SavedView } from './saved-view.entity.js';
import { SavedViewPage } from './saved-view.enums.js';
import { SavedViewInput } from './saved-view.input.js';
import { saveView } from './save-view.js';

@Resolver(() => SavedView)
export class SavedViewResolver {
  @Query(() => [SavedView], {
    nullable: true,
    description: 'Saved views of a page of the interface, sorted by name. An account can have at most 100 views.',
  })
  @Requires('queens', 'read')
  savedViews(
    @Arg('page', () => SavedViewPage, { description: 'The page.' }) page: SavedViewPage,
    @Ctx() { em }: RequestContext,
  ): Promise<SavedView[]> {
    return findRows(em, SavedView, { page }, { orderBy: { nameOrder: 'asc', id: 'asc' } });
  }

  @Mutation(() => SavedView, { description: 'Save a view, or replace the view of the same name and page.' })
  @Requires('queens', 'write')
  async saveView(
    @Arg('input', () => SavedViewInput, { description: 'The view.' }) input: SavedViewInput,
    @Ctx() context: RequestContext,
  ): Promise<SavedView> {
    const ids = await write(context, (unit) => saveView(unit, input));
    return rereadOne(context.em, SavedView, ids);
  }

  @Mutation(() => SavedView, { description: 'Delete a saved view and return it.' })
  @Requires('queens', 'write')
  async deleteSavedView(
    @Arg('id', () => ID, { description: 'Id of the view.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SavedView> {
    return writeReturning(context, async ({ em, db, accountId }) => {
      const view = await requireById(em, SavedView, id, 'saved view');
      await sql`delete from saved_view where account_id = ${accountId}::uuid and id = ${view.id}::uuid`.execute(db);
      return view;
    });
  }
}
