import { Field, ID, InputType, Int } from 'type-graphql';
import { TRAIT_NAMES, TRAITS, type TraitName } from '../../core/traits.js';
import { PartialDate } from '../../graphql/scalars.js';
import { typeOf } from './trait-fields.js';

/** The fields of the traits are added below. */
const WithTraits = class {} as new () => Partial<Record<TraitName, number | null>>;

@InputType({
  description:
    'An evaluation as it is to be. On creating, it needs a queen, a year (or the day of the evaluation) and a trait; on changing, what is absent stays and null takes away. A queen has one a year and apiary.',
})
export class EvaluationInput extends WithTraits {
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
}

for (const name of TRAIT_NAMES) {
  Field(() => typeOf(name), { nullable: true, description: TRAITS[name].field })(EvaluationInput.prototype, name);
}
