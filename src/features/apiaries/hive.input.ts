import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { ConnectionArgs } from '../../graphql/connection.js';

@InputType({ description: 'Conditions for hives. All of them must hold.' })
@Resource('hive')
export class HiveFilter {
  @Field(() => ID, { nullable: true, description: 'Only hives at this apiary.' })
  apiaryId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only hives with an apiary. False: only hives without an apiary.',
  })
  placed?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Only the hive that this queen heads.' })
  queenId?: string | null;
}

@ArgsType()
export class HivesArgs extends ConnectionArgs {
  @Field(() => HiveFilter, { nullable: true, description: 'Conditions. Default: all hives.' })
  filter?: HiveFilter | null;
}
