import { Float, Int } from 'type-graphql';
import { TRAITS, type TraitName } from '../../core/traits.js';

/** The type of a trait in GraphQL. */
export const typeOf = (name: TraitName): typeof Int | typeof Float => (isWhole(name) ? Int : Float);

/** The type of its column. */
export const columnTypeOf = (name: TraitName): 'smallint' | 'double' => (isWhole(name) ? 'smallint' : 'double');

const isWhole = (name: TraitName): boolean => TRAITS[name].measure === 'cells';
