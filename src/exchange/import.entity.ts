import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Resource } from '../access/requires.js';
import { JobStatus } from '../graphql/job-status.js';
import { DateTime } from '../graphql/scalars.js';

@ObjectType({ description: 'What an import did to each kind of row.', simpleResolvers: true })
@Resource('queens')
export class ImportCounts {
  @Field(() => Int)
  queens!: number;

  @Field(() => Int)
  evaluations!: number;

  @Field(() => Int)
  apiaries!: number;

  @Field(() => Int)
  hives!: number;

  @Field(() => Int)
  breedingValues!: number;
}

@ObjectType({ description: 'A column of the imported file and what it was taken for.', simpleResolvers: true })
@Resource('queens')
export class ImportColumn {
  @Field()
  header!: string;

  @Field(() => String, { nullable: true, description: 'Null: kept in origin data only.' })
  field!: string | null;

  @Field(() => [String])
  samples!: string[];
}

@ObjectType({ description: 'A fault in the imported file. The header is row 1.', simpleResolvers: true })
@Resource('queens')
export class ImportFault {
  @Field(() => Int, { nullable: true })
  row!: number | null;

  @Field(() => String, { nullable: true })
  column!: string | null;

  @Field()
  message!: string;
}

@Entity({ tableName: 'import' })
@ObjectType({ description: 'A file on its way in: a job that does all of it or nothing.', simpleResolvers: true })
@Resource('queens')
export class Import {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  /** `receiving` until the whole file is staged; such an import is not shown. */
  @Field(() => JobStatus)
  @Property({ type: 'text' })
  status!: JobStatus | 'receiving';

  @Field(() => String, { nullable: true, description: 'datenimport, stockkarten, zuchtwerte or table.' })
  @Property({ type: 'text', nullable: true })
  format!: string | null;

  @Field()
  @Property({ type: 'text' })
  filename!: string;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  sheet!: string | null;

  @Field()
  @Property({ type: 'boolean' })
  dryRun!: boolean;

  @Property({ type: 'array' })
  headers!: string[];

  @Field(() => [ImportColumn])
  @Property({ type: 'json' })
  columns!: ImportColumn[];

  @Field(() => Int, { description: 'Rows of data in the file.' })
  @Property({ type: 'integer' })
  rows!: number;

  @Field(() => Int, { description: 'Rows done so far.' })
  @Property({ type: 'integer' })
  done!: number;

  @Field(() => ImportCounts)
  @Property({ type: 'json' })
  created!: ImportCounts;

  @Field(() => ImportCounts)
  @Property({ type: 'json' })
  updated!: ImportCounts;

  @Field(() => ImportCounts)
  @Property({ type: 'json' })
  unchanged!: ImportCounts;

  @Field(() => Int, { description: 'All faults found; `errors` lists the first 1,000.' })
  @Property({ type: 'integer' })
  errorCount!: number;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  startedAt!: Date | null;

  @Field(() => DateTime, { nullable: true })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  finishedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was taken back.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  undoneAt!: Date | null;
}
