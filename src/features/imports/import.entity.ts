import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { JobStatus } from '../../graphql/job-status.js';
import { OwnedRow } from '../../graphql/owned-row.entity.js';
import { DateTime, Json } from '../../graphql/scalars.js';
import type { Decisions } from './decisions.checks.js';
import type { StoredOptions } from './import-options.js';

@ObjectType({ description: 'Numbers of records of an import, by kind.', simpleResolvers: true })
@Resource('queens')
export class ImportCounts {
  @Field(() => Int, { description: 'Queens.' })
  queens!: number;

  @Field(() => Int, { description: 'Evaluations.' })
  evaluations!: number;

  @Field(() => Int, { description: 'Apiaries.' })
  apiaries!: number;

  @Field(() => Int, { description: 'Hives.' })
  hives!: number;

  @Field(() => Int, { description: 'Breeding values.' })
  breedingValues!: number;
}

@ObjectType({ description: 'A column of the imported file and the field it is mapped to.', simpleResolvers: true })
@Resource('queens')
export class ImportColumn {
  @Field({ description: 'The header in the file. If two headers are equal, the second header is `NAME#2`.' })
  header!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Field to which the column is mapped; null if the column is stored only as original data.',
  })
  field!: string | null;

  samples!: string[];
}

@ObjectType({ description: 'An error or a warning about the imported file.', simpleResolvers: true })
@Resource('queens')
export class ImportFinding {
  @Field(() => Int, { nullable: true, description: 'Row (or line of an export), from 1; null for the whole file.' })
  row!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Header of the column, or `section.member` for a complete export; null if there is no column.',
  })
  column!: string | null;

  @Field({ description: 'Description in English.' })
  message!: string;

  @Field({ description: 'A stable code for this kind of error or warning.' })
  code!: string;

  @Field(() => Json, { description: 'Parameters for a translation of the message.' })
  params!: Record<string, unknown>;
}

@ObjectType({ description: 'A queen that an import creates only because a row names her.', simpleResolvers: true })
@Resource('queens')
export class ImportNamedQueen {
  @Field({ description: 'Identifier or name of the queen, as spelled in the first row that names her.' })
  called!: string;

  @Field(() => Int, { description: 'The first row that names her.' })
  row!: number;

  @Field(() => String, { nullable: true, description: 'Header of the column that names her in this row.' })
  column!: string | null;
}

@ObjectType({
  description: 'The queens that an import creates only because rows name them as dam, sire or mate.',
  simpleResolvers: true,
})
@Resource('queens')
export class ImportNamedQueens {
  @Field(() => Int, { description: 'Number of these queens. The count in `created` includes them.' })
  count!: number;

  @Field(() => [ImportNamedQueen], { description: 'The first 1,000 of these queens, in the order of the rows.' })
  queens!: ImportNamedQueen[];
}

@Entity({ tableName: 'import' })
@ObjectType({ description: 'An import of a file: a job that applies either all rows or none.', simpleResolvers: true })
@Resource('queens')
export class Import extends OwnedRow {
  /** The status is `receiving` until the whole file is staged. Until then, the API hides the import. */
  @Field(() => JobStatus, { description: 'Status of the job.' })
  @Property({ type: 'text' })
  status!: JobStatus | 'receiving';

  @Field(() => String, {
    nullable: true,
    description:
      'Format of the file: datenimport, stockkarten, zuchtwerte, table, queenbook (a complete export), or placeholders (a removal of placeholder queens).',
  })
  @Property({ type: 'text', nullable: true })
  format!: string | null;

  @Field({ description: 'Name of the file.' })
  @Property({ type: 'text' })
  filename!: string;

  @Field(() => String, { nullable: true, description: 'Name of the sheet that was read; null if there are no sheets.' })
  @Property({ type: 'text', nullable: true })
  sheet!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Encoding of a text file; null for other files, and for imports restored from an export.',
  })
  @Property({ type: 'text', nullable: true })
  encoding!: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of the header row, counted from 1; null if there is none.' })
  @Property({ type: 'integer', nullable: true })
  headerRow!: number | null;

  @Field(() => [String], {
    description:
      'Names of all sheets of the workbook in their order; empty for other files, and for imports restored from an export.',
  })
  @Property({ type: 'array' })
  sheets!: string[];

  @Field({ description: 'Whether the import is a dry run, which reports what would happen and writes nothing.' })
  @Property({ type: 'boolean' })
  dryRun!: boolean;

  @Property({ type: 'json' })
  decisions!: Decisions;

  /** Options for reading the file; null for imports by earlier versions, restored imports and `placeholders`. */
  @Property({ type: 'json', nullable: true })
  options!: StoredOptions | null;

  /** Whether the rows of the file are staged. If the rows are not staged, the job first reads the stored file. */
  @Property({ type: 'boolean' })
  isStaged!: boolean;

  @Property({ type: 'array' })
  headers!: string[];

  @Field(() => [ImportColumn], { description: 'The columns of the file.' })
  @Property({ type: 'json' })
  columns!: ImportColumn[];

  @Field(() => Int, { description: 'Number of rows of data in the file.' })
  @Property({ type: 'integer' })
  rows!: number;

  @Field(() => Int, { description: 'Number of rows that have been processed.' })
  @Property({ type: 'integer' })
  done!: number;

  @Field(() => ImportCounts, { description: 'Number of records that the import creates, by kind.' })
  @Property({ type: 'json' })
  created!: ImportCounts;

  @Field(() => ImportCounts, { description: 'Number of existing records that the import changes, by kind.' })
  @Property({ type: 'json' })
  updated!: ImportCounts;

  @Field(() => ImportCounts, {
    description: 'Number of existing records that the file describes but the import does not change, by kind.',
  })
  @Property({ type: 'json' })
  unchanged!: ImportCounts;

  @Field(() => ImportNamedQueens, {
    nullable: true,
    description:
      'Queens that the import creates only because rows name them as dam, sire or mate. Null until the import is completed, for complete exports and the imports restored from them, for removals of placeholder queens, and for imports by earlier versions of Queenbook.',
  })
  @Property({ type: 'json', nullable: true })
  namedOnly!: ImportNamedQueens | null;

  @Field(() => Int, { description: 'Number of all errors; `errors` lists the first 1,000.' })
  @Property({ type: 'integer' })
  errorCount!: number;

  @Field(() => Int, { description: 'Number of all warnings; `warnings` lists the first 1,000.' })
  @Property({ type: 'integer' })
  warningCount!: number;

  @Field(() => DateTime, { description: 'Time of the upload.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Time at which the job started; null if it has not started.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  startedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Time at which the job ended; null if it has not ended.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  finishedAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which the import was undone; null if it was not undone.',
  })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  undoneAt!: Date | null;
}
