import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { ConnectionArgs } from '../../graphql/connection.js';

@InputType({ description: 'Which hives; all conditions together.' })
@Resource('hive')
export class HiveFilter {
  @Field(() => ID, { nullable: true, description: 'At this apiary.' })
  apiaryId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it stands at any apiary, or nowhere yet.' })
  placed?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Headed by this queen.' })
  queenId?: string | null;
}

@ArgsType()
export class HivesArgs extends ConnectionArgs {
  @Field(() => HiveFilter, { nullable: true, description: 'All hives if absent.' })
  filter?: HiveFilter | null;
}
