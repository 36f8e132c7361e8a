import { Float, Int } from 'type-graphql';
import { isWhole, type TraitName } from '../../core/traits.js';

/** GraphQL type of a trait. */
export const graphqlTypeOf = (name: TraitName): typeof Int | typeof Float => (isWhole(name) ? Int : Float);

/** Column type of a trait. */
export const columnTypeOf = (name: TraitName): 'smallint' | 'double' => (isWhole(name) ? 'smallint' : 'double');
