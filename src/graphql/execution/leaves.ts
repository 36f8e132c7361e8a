import {
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isEnumType,
  type GraphQLEnumType,
  type GraphQLLeafType,
  type GraphQLScalarType,
} from 'graphql';
import type { Complete } from './plan.js';
import { Irregular } from './run.js';

/** How a value that has no fields is told: text, and numbers that JSON has, as they are. */
export type LeafKind = 'text' | 'number' | 'whole number' | 'one of few' | 'other';

export interface Leaf {
  kind: LeafKind;
  /** Of one of few values: what was told of each that came. */
  known?: ReadonlyMap<unknown, unknown>;
}

/** The two kinds of text make text of text by leaving it as it is. */
const PLAIN = new Map<GraphQLScalarType, LeafKind>([
  [GraphQLString, 'text'],
  [GraphQLID, 'text'],
  [GraphQLFloat, 'number'],
  [GraphQLInt, 'whole number'],
]);

/** What is told of values without fields. */
export class Leaves {
  private readonly told = new Map<GraphQLEnumType, Map<unknown, unknown>>();

  /** @param tell what the answer holds of a value that its type has told */
  constructor(private readonly tell: (value: unknown) => unknown) {}

  of(type: GraphQLLeafType): Leaf {
    return isEnumType(type) ? { kind: 'one of few', known: this.toldOf(type) } : { kind: PLAIN.get(type) ?? 'other' };
  }

  completer(type: GraphQLLeafType): Complete {
    const { tell } = this;
    if (isEnumType(type)) return this.once(type);
    if (PLAIN.get(type) === 'text') {
      return (value) => tell(typeof value === 'string' ? value : serialized(type.serialize(value)));
    }
    return (value) => tell(serialized(type.serialize(value)));
  }

  /** Of a type of few values: what is told of each is made once. One that the type does not have throws each time. */
  private once(type: GraphQLEnumType): Complete {
    const told = this.toldOf(type);
    return (value) => {
      let known = told.get(value);
      if (known === undefined) told.set(value, (known = this.tell(serialized(type.serialize(value)))));
      return known;
    };
  }

  private toldOf(type: GraphQLEnumType): Map<unknown, unknown> {
    let told = this.told.get(type);
    if (!told) this.told.set(type, (told = new Map<unknown, unknown>()));
    return told;
  }
}

function serialized(value: unknown): unknown {
  if (value === null || value === undefined) throw new Irregular();
  return value;
}
