import { Field, Float, ID, InputType, Int } from 'type-graphql';
import { PartialDate } from '../graphql/scalars.js';

const SCORE = { nullable: true, description: 'Score 1 to 4 in steps of 0.5, 4 best.' };

@InputType({
  description:
    'An evaluation as it is to be. On creating, it needs a queen, a year (or the day of the evaluation) and a trait; on changing, what is absent stays and null takes away. A queen has one a year and apiary.',
})
export class EvaluationInput {
  @Field(() => ID, { nullable: true, description: 'The queen of the tested colony.' })
  queenId?: string | null;

  @Field(() => Int, { nullable: true, description: 'The season; that of `evaluatedOn` if absent.' })
  year?: number | null;

  @Field(() => PartialDate, { nullable: true, description: 'The day of the evaluation.' })
  evaluatedOn?: string | null;

  @Field(() => ID, { nullable: true, description: 'Where the colony stood; where the hive stands if absent.' })
  apiaryId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The hive of the colony.' })
  hiveId?: string | null;

  @Field(() => String, { nullable: true, description: 'Who evaluated.' })
  evaluator?: string | null;

  @Field(() => String, { nullable: true, description: 'Country: two letters (ISO 3166-1).' })
  countryCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code, as given.' })
  postalCode?: string | null;

  @Field(() => Float, { nullable: true, description: 'Honey yield of the season in kg, 0 to 200.' })
  honey?: number | null;

  @Field(() => Float, SCORE)
  gentleness?: number | null;

  @Field(() => Float, SCORE)
  vigor?: number | null;

  @Field(() => Float, SCORE)
  wintering?: number | null;

  @Field(() => Float, SCORE)
  nonSwarming?: number | null;

  @Field(() => Float, SCORE)
  combBehavior?: number | null;

  @Field(() => Int, { nullable: true, description: 'Pin test: cells of 50 cleaned after 6 hours.' })
  hyg6h?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Pin test: cells of 50 cleaned after 24 hours; not below those after 6.',
  })
  hyg24h?: number | null;
}
