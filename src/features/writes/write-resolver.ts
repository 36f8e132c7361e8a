import type { EntityClass } from '@mikro-orm/core';
import { Arg, Ctx, ID, Mutation, Resolver, type ClassType } from 'type-graphql';
import type { Resource } from '../../auth/permissions.js';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { notFound } from '../../core/errors.js';
import { findById } from '../../graphql/find.js';
import { reread } from '../../graphql/reread.js';
import { BULK, pathOfBulk, type PathOf } from './bulk.js';
import { noteReferrers, type Referrers } from './referrers.js';
import { deleteRow } from './rows.js';
import { settle, write, type Unit } from './write.js';

/** A kind of row that can be made, changed and deleted, and what is its own about that. */
export interface WritableKind<Row extends { id: string }, Input> {
  entity: EntityClass<Row> & ClassType<Row>;
  input: ClassType<object>;
  resource: Resource;
  /** As its type is called, and several of it. */
  noun: string;
  plural: string;
  /** Makes rows of inputs that it judges (`before` is null), or changes one; notes faults, and gives the ids. */
  save(unit: Unit, rows: readonly { before: Row | null; input: Input; path: string }[]): Promise<string[]>;
  /** What may refer to a row and keeps it from being deleted. */
  referrers?(unit: Unit, id: string): Referrers[];
}

/** The mutations of a kind: one, many at once, change, delete. Each answers the row that it was about. */
export function writeResolver<Row extends { id: string }, Input>(kind: WritableKind<Row, Input>): ClassType<object> {
  const { entity, input: Type, noun, plural, resource } = kind;
  const word = noun.toLowerCase();
  const returns = () => entity;
  const ofId = { description: `Id of the ${word}.` };

  async function make(context: RequestContext, inputs: Input[], pathOf: PathOf): Promise<Row[]> {
    const rows = inputs.map((input, index) => ({ before: null, input, path: pathOf(index) }));
    return reread(context.em, entity, await write(context, (unit) => kind.save(unit, rows)));
  }

  async function find(unit: Unit, id: string): Promise<Row> {
    const row = await findById(unit.em, entity, id);
    if (!row) throw notFound(word);
    return row;
  }

  @Resolver(returns)
  class WriteResolver {
    @Mutation(returns, { name: `create${noun}`, description: `Create ${article(word)}.` })
    @Requires(resource, 'write')
    async createOne(
      @Arg('input', () => Type, { description: 'Fields of the new row.' }) input: Input,
      @Ctx() context: RequestContext,
    ): Promise<Row> {
      return (await make(context, [input], () => 'input.'))[0]!;
    }

    @Mutation(() => [returns()], {
      name: `create${plural}`,
      description: `Create up to ${BULK} ${plural.toLowerCase()}, all or none.`,
    })
    @Requires(resource, 'write')
    async createMany(
      @Arg('inputs', () => [Type], { description: 'Fields of each new row.' }) inputs: Input[],
      @Ctx() context: RequestContext,
    ): Promise<Row[]> {
      return make(context, inputs, pathOfBulk(inputs));
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
      return (await reread(context.em, entity, ids))[0]!;
    }

    @Mutation(returns, {
      name: `delete${noun}`,
      description: `Delete ${article(word)} that no row refers to, and return it.`,
    })
    @Requires(resource, 'write')
    async delete(@Arg('id', () => ID, ofId) id: string, @Ctx() context: RequestContext): Promise<Row> {
      let deleted: Row | undefined;
      await write(context, async (unit) => {
        deleted = await find(unit, id);
        await noteReferrers(unit, kind.referrers?.(unit, deleted.id) ?? []);
        settle(unit);
        await deleteRow(unit, entity, deleted.id);
        return [];
      });
      return deleted!;
    }
  }
  return WriteResolver;
}

const article = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
