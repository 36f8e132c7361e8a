import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';
import { ConnectionArgs } from '../../../graphql/connection.js';
import { Json } from '../../../graphql/scalars.js';
import { ImportRowState } from './review.enums.js';

@InputType({ description: 'Conditions for rows of an import. All of them must hold.' })
@Resource('queens')
export class ImportRowFilter {
  @Field(() => ImportRowState, { nullable: true, description: 'What the import would do with the row.' })
  state?: ImportRowState | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: only rows with warnings, except rows in the states `set_aside` and `skipped`. False: all other rows.',
  })
  isDoubtful?: boolean | null;
}

@ArgsType()
export class ImportRowsArgs extends ConnectionArgs {
  @Field(() => ID, { description: 'Id of the import.' })
  importId!: string;

  @Field(() => ImportRowFilter, { nullable: true, description: 'Conditions. Default: all rows.' })
  filter?: ImportRowFilter | null;
}

@InputType({ description: 'A decision about a row of a file.' })
export class ImportRowDecisionInput {
  @Field(() => Int, { description: 'Row of the file, from 1.' })
  row!: number;

  @Field(() => Boolean, { nullable: true, description: 'Whether the row is left out.' })
  skip?: boolean | null;

  @Field(() => Json, {
    nullable: true,
    description:
      'Header → text that replaces the text of the cell. Null removes an earlier replacement. The original data of the queen still contain the text of the file.',
  })
  cells?: Record<string, string | null> | null;
}

@InputType({
  description:
    'Decisions about a checked file. If a field is absent, the earlier decision remains. A change of `sheet` discards the earlier decisions about rows.',
})
export class ImportDecisionsInput {
  @Field(() => [ImportRowDecisionInput], { nullable: true, description: 'Decisions about single rows, at most 1,000.' })
  rows?: ImportRowDecisionInput[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True: all rows with errors are left out.' })
  skipFaulty?: boolean | null;

  @Field(() => Json, {
    nullable: true,
    description:
      'Decisions about identifiers that seem to belong to two queens: identifier → `same` (the rows describe the same queen) or `another`. `*` means all other identifiers. Null removes a decision.',
  })
  identifiers?: Record<string, string | null> | null;

  @Field(() => Json, {
    nullable: true,
    description: 'Header → field, or null to ignore the column. Replaces the whole mapping.',
  })
  mapping?: Record<string, string | null> | null;

  @Field(() => String, { nullable: true, description: 'Sheet of the workbook; null for the first sheet with a table.' })
  sheet?: string | null;

  @Field(() => String, { nullable: true, description: 'Generation of rows that state no generation: `F0` or `F1`.' })
  generation?: string | null;

  @Field(() => Int, { nullable: true, description: 'Season of test results in rows without a year.' })
  evalYear?: number | null;

  @Field(() => String, { nullable: true, description: 'Encoding of the text; null to detect the encoding.' })
  encoding?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'False: the file is imported. Default: the file is checked again, and nothing is written.',
  })
  dryRun?: boolean | null;
}
