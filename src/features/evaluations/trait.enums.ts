import { registerEnumType } from 'type-graphql';
import { eachTrait, TRAITS, type TraitColumn, type TraitName } from '../../core/traits.js';

/** GraphQL enum of the traits. Its values are the columns of `evaluation`. */
export const Trait = eachTrait((name) => TRAITS[name].column) as {
  readonly [Name in TraitName]: (typeof TRAITS)[Name]['column'];
};
export type Trait = TraitColumn;

registerEnumType(Trait, {
  name: 'Trait',
  description: 'The traits of a performance test.',
  valuesConfig: eachTrait((name) => ({ description: TRAITS[name].description })),
});
