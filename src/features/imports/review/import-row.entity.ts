import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';
import type { Import, ImportFinding } from '../import.entity.js';
import type { RecordKind } from './changes.js';
import { ImportRowMatch, ImportRowState } from './review.enums.js';

@ObjectType({ description: 'A change that an import would make to one field of a record.', simpleResolvers: true })
@Resource('queens')
export class ImportChange {
  @Field(() => String, { description: 'Kind of record: `queen`, `evaluation`, `apiary`, `hive` or `breeding_value`.' })
  record!: RecordKind;

  @Field({ description: 'REST name of the changed field. For a breeding value, this is the REST name of its trait.' })
  member!: string;

  @Field(() => String, { nullable: true, description: 'Current value as text; null if there is none.' })
  from!: string | null;

  @Field(() => String, { nullable: true, description: 'Value after the import, as text; null if there is none.' })
  to!: string | null;
}

@Entity({ tableName: 'import_review' })
@ObjectType({
  description:
    'A row of a checked file, or a queen that the import would create or change although no row describes her.',
  simpleResolvers: true,
})
@Resource('queens')
export class ImportRow {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @PrimaryKey({ type: 'uuid' })
  importId!: string;

  @PrimaryKey({ type: 'integer' })
  position!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'Row of the file, from 1; null for a queen without a row of her own, such as a dam that is named only in the rows of her daughters.',
  })
  @Property({ type: 'integer', nullable: true })
  row!: number | null;

  @Field(() => ImportRowState, { description: 'What the import would do with the row.' })
  @Property({ type: 'text' })
  state!: ImportRowState;

  @Field({ description: 'Whether the row has warnings. False in the states `set_aside` and `skipped`.' })
  @Property({ type: 'boolean' })
  isDoubtful!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the queen in the account; null if she is new, or if the row was not assigned to a queen.',
  })
  @Property({ type: 'uuid', nullable: true })
  queenId!: string | null;

  @Field(() => ImportRowMatch, {
    nullable: true,
    description:
      'How the queen of the row was found in the account. Null if she is new or has no row, or if the row was not assigned to a queen. Also null if the file is skipped because an earlier import contained all its rows.',
  })
  @Property({ type: 'text', nullable: true })
  foundBy!: ImportRowMatch | null;

  @Field(() => String, { nullable: true, description: 'Name of the queen after the import.' })
  @Property({ type: 'text', nullable: true })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'Main identifier of the queen after the import.' })
  @Property({ type: 'text', nullable: true })
  identifier!: string | null;

  @Property({ type: 'array' })
  cells!: string[];

  @Property({ type: 'json' })
  changes!: ImportChange[];

  @Property({ type: 'json' })
  errors!: ImportFinding[];

  @Property({ type: 'json' })
  warnings!: ImportFinding[];

  /** The import of the row. */
  file!: Import;
}

@ObjectType({ description: 'Numbers of rows that the user decided to leave out.', simpleResolvers: true })
@Resource('queens')
export class ImportLeftOut {
  @Field(() => Int, { description: 'Number of rows that were left out.' })
  rows!: number;

  @Field(() => Int, { description: 'Number of left-out rows with errors.' })
  faulty!: number;
}

@ObjectType({
  description: 'Numbers of rows of a checked file, by the effect that the import would have.',
  simpleResolvers: true,
})
@Resource('queens')
export class ImportReview {
  @Field(() => Int, { description: 'Rows for which a queen would be created.' })
  new!: number;

  @Field(() => Int, { description: 'Rows that would change queens of the account, or add to their data.' })
  changed!: number;

  @Field(() => Int, { description: 'Rows that would change nothing.' })
  unchanged!: number;

  @Field(() => Int, {
    description: 'Rows with errors, and rows that cannot be assigned to a queen because of an error in another row.',
  })
  faulty!: number;

  @Field(() => Int, { description: 'Rows that do not describe a queen.' })
  setAside!: number;

  @Field(() => Int, { description: 'Rows that the user decided to leave out.' })
  skipped!: number;

  @Field(() => Int, { description: 'Rows with warnings, except rows in the states `set_aside` and `skipped`.' })
  doubtful!: number;

  @Field(() => Int, { description: 'Queens without a row of their own that would be created or changed.' })
  withoutRow!: number;
}
