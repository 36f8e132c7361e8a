import type { EntityClass } from '@mikro-orm/core';
import { Arg, Ctx, ID, Mutation, Resolver, type ClassType } from 'type-graphql';
import type { Resource } from '../../auth/permissions.js';
import { Requires } from '../../auth/requires.js';
import { onlyRow } from '../../db/only-row.js';
import type { RequestContext } from '../../graphql/context.js';
import { requireById } from '../../graphql/find.js';
import { reread, rereadOne } from '../../graphql/reread.js';
import { MAX_BULK_ROWS, bulkPaths, type PathOf } from './bulk.js';
import { reportReferrers, type Referrers } from './referrers.js';
import { deleteRow } from './rows.js';
import { throwIfRefused, write, writeReturning, type WriteUnit } from './write.js';

/** A kind of row for which create, update and delete mutations are generated. */
export interface WritableKind<Row extends { id: string }, Input> {
  entity: EntityClass<Row> & ClassType<Row>;
  input: ClassType<object>;
  resource: Resource;
  /** Name of the type in the singular, and its plural. */
  noun: string;
  plural: string;
  /** Creates rows (`before` is null) or updates a row. Reports faults and returns the ids. */
  save(unit: WriteUnit, rows: readonly { before: Row | null; input: Input; path: string }[]): Promise<string[]>;
  /** Returns the kinds of rows that can refer to the row to delete, and therefore prevent the deletion. */
  referrers?(unit: WriteUnit, id: string): Referrers[];
}

/**
 * Generates the mutations of a kind: create one, create many, update, delete. Each mutation returns the affected rows.
 */
export function writeResolver<Row extends { id: string }, Input>(kind: WritableKind<Row, Input>): ClassType<object> {
  const { entity, input: Type, noun, plural, resource } = kind;
  const word = noun.toLowerCase();
  const returns = () => entity;
  const ofId = { description: `Id of the ${word}.` };

  async function make(context: RequestContext, inputs: Input[], pathOf: PathOf): Promise<Row[]> {
    const rows = inputs.map((input, index) => ({ before: null, input, path: pathOf(index) }));
    return reread(context.em, entity, await write(context, (unit) => kind.save(unit, rows)));
  }

  const find = ({ em }: WriteUnit, id: string): Promise<Row> => requireById(em, entity, id, word);

  @Resolver(returns)
  class WriteResolver {
    @Mutation(returns, { name: `create${noun}`, description: `Create ${article(word)}.` })
    @Requires(resource, 'write')
    async createOne(
      @Arg('input', () => Type, { description: 'Fields of the new row.' }) input: Input,
      @Ctx() context: RequestContext,
    ): Promise<Row> {
      return onlyRow(await make(context, [input], () => 'input.'));
    }

    @Mutation(() => [returns()], {
      name: `create${plural}`,
      description: `Create up to ${MAX_BULK_ROWS} ${plural.toLowerCase()}, all or none.`,
    })
    @Requires(resource, 'write')
    async createMany(
      @Arg('inputs', () => [Type], { description: 'Fields of each new row.' }) inputs: Input[],
      @Ctx() context: RequestContext,
    ): Promise<Row[]> {
      return make(context, inputs, bulkPaths(inputs));
    }

    @Mutation(returns, {
      name: `update${noun}`,
      description: `Update ${article(word)}.`,
    })
    @Requires(resource, 'write')
    async update(
      @Arg('id', () => ID, ofId) id: string,
      @Arg('input', () => Type, { description: 'Fields to change.' }) input: Input,
      @Ctx() context: RequestContext,
    ): Promise<Row> {
      const ids = await write(context, async (unit) =>
        kind.save(unit, [{ before: await find(unit, id), input, path: 'input.' }]),
      );
      return rereadOne(context.em, entity, ids);
    }

    @Mutation(returns, {
      name: `delete${noun}`,
      description: `Delete ${article(word)}${kind.referrers ? ' that no row refers to,' : ''} and return it.`,
    })
    @Requires(resource, 'write')
    async delete(@Arg('id', () => ID, ofId) id: string, @Ctx() context: RequestContext): Promise<Row> {
      return writeReturning(context, async (unit) => {
        const row = await find(unit, id);
        await reportReferrers(unit, kind.referrers?.(unit, row.id) ?? []);
        throwIfRefused(unit);
        await deleteRow(unit, entity, row.id);
        return row;
      });
    }
  }
  return WriteResolver;
}

const article = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
