import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { connectionOf } from '../../graphql/connection.js';
import { MAX_PAGE_ROWS } from '../../graphql/max-page-rows.js';
import { DateTime } from '../../graphql/scalars.js';
import { ChangeKind } from './changes.enums.js';

@ObjectType({
  description:
    'The latest change of a row. At most one of the fields `queen`, `evaluation`, `apiary`, `hive` and `ebvRun` is not null. This field contains the current row.',
  simpleResolvers: true,
})
@Resource('account')
export class Change {
  @Field(() => ChangeKind, { description: 'Kind of row.' })
  kind!: ChangeKind;

  @Field(() => ID, { description: 'Id of the row.' })
  id!: string;

  /** Time of the transaction's first write, in microseconds since 1970. The time increases with every transaction. */
  revision!: number;

  deleted!: boolean;

  @Field(() => DateTime, {
    description: 'Time of the change. Never earlier than the time of the preceding change in the feed.',
  })
  get changedAt(): Date {
    return new Date(Math.floor(this.revision / 1000));
  }
}

const Connection = connectionOf(Change, 'Change', 'account', 'A page of changes.');

@ObjectType({ description: 'A page of the change feed.', simpleResolvers: true })
@Resource('account')
export class Changes extends Connection {
  @Field(() => Int, {
    description:
      'Number of changes from the start of this page to the end of the feed. Counted only if this field is selected.',
  })
  override totalCount!: () => Promise<number>;

  @Field({
    description:
      'Cursor for the argument `after` of the next request, which returns later changes. Present on every page, including empty pages.',
  })
  resumeCursor!: string;
}

@ArgsType()
export class ChangesArgs {
  @Field(() => Int, { defaultValue: 20, description: `Number of changes on a page, 1 to ${MAX_PAGE_ROWS}.` })
  first!: number;

  @Field(() => String, {
    nullable: true,
    description:
      '`resumeCursor` or `endCursor` of an earlier page. A cursor of a request for fewer kinds of rows is refused, because changes of the added kinds would be missing: start again without a cursor.',
  })
  after?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Start of the feed: only changes at or after this time.' })
  updatedSince?: Date | null;

  @Field(() => ChangeKind, {
    nullable: true,
    description: 'Kind of rows. Default: every kind that the caller may read.',
  })
  kind?: ChangeKind | null;
}
