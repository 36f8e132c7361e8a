import { Field, ID, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { DateTime, Json } from '../../graphql/scalars.js';

@ObjectType({ description: 'The raw rows of an imported file that describe a queen.', simpleResolvers: true })
@Resource('queens')
export class OriginImport {
  @Field(() => ID, { description: 'Id of the import.' })
  importId!: string;

  @Field({ description: 'Name of the file.' })
  filename!: string;

  @Field(() => DateTime, { description: 'Time of the upload.' })
  importedAt!: Date;

  @Field(() => [Json], {
    description:
      'Rows that describe the queen, in the order of the file. Each row is an object from header to original text.',
  })
  rows!: Record<string, string>[];
}
