import { Float, Int } from 'type-graphql';
import { TRAITS, type TraitName } from '../../core/traits.js';

/** GraphQL type of a trait. */
export const graphqlTypeOf = (name: TraitName): typeof Int | typeof Float => (isWhole(name) ? Int : Float);

/** Column type of a trait. */
export const columnTypeOf = (name: TraitName): 'smallint' | 'double' => (isWhole(name) ? 'smallint' : 'double');

const isWhole = (name: TraitName): boolean => TRAITS[name].measure === 'cells';
