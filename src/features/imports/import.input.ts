import { ArgsType, Field, InputType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { ConnectionArgs } from '../../graphql/connection.js';

@InputType({ description: 'Which imports; all conditions together.' })
@Resource('queens')
export class ImportFilter {
  @Field(() => Boolean, { nullable: true, description: 'Only dry runs, or only what was to be imported.' })
  dryRun?: boolean | null;
}

@ArgsType()
export class ImportsArgs extends ConnectionArgs {
  @Field(() => ImportFilter, { nullable: true, description: 'All imports if absent.' })
  filter?: ImportFilter | null;
}
