import { ArgsType, Field, InputType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { ConnectionArgs } from '../../graphql/connection.js';

@InputType({ description: 'Conditions for imports. All of them must hold.' })
@Resource('queens')
export class ImportFilter {
  @Field(() => Boolean, { nullable: true, description: 'True: only dry runs. False: no dry runs.' })
  dryRun?: boolean | null;
}

@ArgsType()
export class ImportsArgs extends ConnectionArgs {
  @Field(() => ImportFilter, { nullable: true, description: 'Conditions. Default: all imports.' })
  filter?: ImportFilter | null;
}
