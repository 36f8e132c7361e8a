import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { connectionOf } from '../../graphql/connection.js';
import { DateTime } from '../../graphql/scalars.js';
import { ChangeKind } from './changes.enums.js';

@ObjectType({
  description:
    'A row that was written or deleted, once, at its latest change. At most one of `queen`, `evaluation`, `apiary`, `hive` and `ebvRun` is there: the row as it is now.',
  simpleResolvers: true,
})
@Resource('account')
export class Change {
  @Field(() => ChangeKind, { description: 'What kind of row it is.' })
  kind!: ChangeKind;

  @Field(() => ID, { description: 'The id of the row.' })
  id!: string;

  /** When its transaction first wrote, in microseconds since 1970; grows from each transaction to the next. */
  revision!: number;

  deleted!: boolean;

  @Field(() => DateTime, { description: 'When it was written or deleted; never earlier than in the change before.' })
  get changedAt(): Date {
    return new Date(Math.floor(this.revision / 1000));
  }
}

const Connection = connectionOf(Change, 'Change', 'account', 'A page of changes.');

@ObjectType({ description: 'A page of the change feed.', simpleResolvers: true })
@Resource('account')
export class Changes extends Connection {
  @Field(() => Int, {
    description: 'Changes from the beginning of this page to the end. Counted only where asked for.',
  })
  override totalCount!: () => Promise<number>;

  @Field({
    description:
      'Give it as `after` next time, to get what was written since. There also where the page is empty or the last.',
  })
  resumeCursor!: string;
}

@ArgsType()
export class ChangesArgs {
  @Field(() => Int, { defaultValue: 20, description: 'Changes of a page, 1 to 100.' })
  first!: number;

  @Field(() => String, {
    nullable: true,
    description:
      '`resumeCursor` or `endCursor` of the page before. One that was got with fewer kinds, or when fewer could be read, is refused: begin anew.',
  })
  after?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Begin with what was written or deleted then or later.' })
  updatedSince?: Date | null;

  @Field(() => ChangeKind, {
    nullable: true,
    description: 'Only rows of this kind; of every kind that the caller may read if absent.',
  })
  kind?: ChangeKind | null;
}
