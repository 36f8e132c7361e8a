import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { Requires, Resource } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { findByIds } from '../../graphql/find.js';
import { idOrNil } from '../../graphql/ids.js';
import { reread } from '../../graphql/reread.js';
import { DateTime } from '../../graphql/scalars.js';
import { bulkPaths, MAX_BULK_ROWS, type PathOf } from '../writes/bulk.js';
import { unknownId } from '../writes/links.js';
import { addFaultOnce, write, type WriteUnit } from '../writes/write.js';
import { Hive } from './hive.entity.js';
import { saveHives } from './write-places.js';

@InputType({ description: 'A hive and the queen that is assigned to it.' })
@Resource('hive')
export class QueenAssignment {
  @Field(() => ID, { description: 'Id of the hive.' })
  hiveId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the queen that heads the hive from now on; null for no queen.',
  })
  queenId?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      '`updatedAt` of the hive when the client read it. If the hive was changed later, the request fails with CONFLICT.',
  })
  ifUpdatedAt?: Date | null;
}

@Resolver(() => Hive)
export class AssignQueensResolver {
  @Mutation(() => [Hive], {
    description: `Assign queens to up to ${MAX_BULK_ROWS} hives, all or none, and return the hives. A queen can move from one of these hives to another, so that hives can exchange their queens.`,
  })
  @Requires('hive', 'write')
  async assignQueens(
    @Arg('inputs', () => [QueenAssignment], { description: 'One entry for each hive.' }) inputs: QueenAssignment[],
    @Ctx() context: RequestContext,
  ): Promise<Hive[]> {
    const pathOf = bulkPaths(inputs);
    const ids = await write(context, (unit) => assign(unit, inputs, pathOf));
    return reread(context.em, Hive, ids);
  }
}

async function assign(unit: WriteUnit, inputs: readonly QueenAssignment[], pathOf: PathOf): Promise<string[]> {
  const ids = inputs.map(({ hiveId }) => idOrNil(hiveId));
  const found = await findByIds(unit.em, Hive, ids);
  const rows = inputs.flatMap(({ hiveId, queenId = null, ifUpdatedAt }, index) => {
    const id = idOrNil(hiveId);
    const [path, before] = [pathOf(index), found.get(id)];
    if (!before) {
      addFaultOnce(unit, `${path}hiveId`, unknownId(hiveId, 'hive'));
      return [];
    }
    if (ids.indexOf(id) < index) {
      addFaultOnce(unit, `${path}hiveId`, { message: 'is in the list twice', code: 'listed_twice' });
      return [];
    }
    if (ifUpdatedAt && ifUpdatedAt.getTime() !== before.updatedAt.getTime()) {
      const message = 'is not the time of its last change: the hive was changed in the meantime';
      unit.conflicts.push({ path: `${path}ifUpdatedAt`, message, code: 'changed_since' });
    }
    return [{ before, input: { queenId }, path }];
  });
  return saveHives(unit, rows);
}
