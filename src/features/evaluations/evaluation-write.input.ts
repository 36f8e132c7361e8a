import { Field, ID, InputType, Int } from 'type-graphql';
import { TRAIT_NAMES, TRAITS, type TraitName } from '../../core/traits.js';
import { PartialDate } from '../../graphql/scalars.js';
import { graphqlTypeOf } from './trait-fields.js';

/** The trait fields are added below. */
const WithTraits = class {} as new () => Partial<Record<TraitName, number | null>>;

@InputType({
  description:
    'Fields of an evaluation. A new evaluation requires a queen, a year (or `evaluatedOn`) and at least one trait. In an update, absent fields keep their values and null clears a field. A queen has at most one evaluation for each year and apiary.',
})
export class EvaluationInput extends WithTraits {
  @Field(() => ID, { nullable: true, description: 'Queen of the tested colony.' })
  queenId?: string | null;

  @Field(() => Int, { nullable: true, description: 'Season. Default: the year of `evaluatedOn`.' })
  year?: number | null;

  @Field(() => PartialDate, { nullable: true, description: 'Date of the evaluation.' })
  evaluatedOn?: string | null;

  @Field(() => ID, { nullable: true, description: "Id of the colony's apiary. Default: the apiary of the hive." })
  apiaryId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Hive of the colony.' })
  hiveId?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the evaluator.' })
  evaluator?: string | null;

  @Field(() => String, { nullable: true, description: 'Country code of two letters (ISO 3166-1).' })
  countryCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code, as entered.' })
  postalCode?: string | null;
}

for (const name of TRAIT_NAMES) {
  Field(() => graphqlTypeOf(name), { nullable: true, description: TRAITS[name].field })(
    EvaluationInput.prototype,
    name,
  );
}
