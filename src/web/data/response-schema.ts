import type { introspection } from './schema.js';

type Types = introspection['types'];
type RootFields = Types['Query']['fields'];

/**
 * Root fields that look up one row, and are null if the row does not exist. Such a field returns a type with an id.
 * `queenEbv` is the only exception: it looks up the values of a queen.
 */
type Lookup =
  | { [Name in keyof RootFields]: RootFields[Name]['type'] extends RowType ? Name : never }[keyof RootFields]
  | 'queenEbv';
type RowType = {
  kind: 'OBJECT';
  name: { [Name in keyof Types]: Types[Name] extends { fields: { id: unknown } } ? Name : never }[keyof Types];
};

/**
 * The schema of responses without errors. `schema.graphql` declares every root field nullable, because a failed field
 * is null. `ask` rejects responses with errors, so only lookups can be null.
 */
export type ResponseSchema = Omit<introspection, 'types'> & {
  types: Omit<Types, 'Query'> & {
    Query: {
      kind: 'OBJECT';
      name: 'Query';
      fields: {
        [Name in keyof RootFields]: Name extends Lookup
          ? RootFields[Name]
          : { name: Name; type: { kind: 'NON_NULL'; name: never; ofType: RootFields[Name]['type'] } };
      };
    };
  };
};
