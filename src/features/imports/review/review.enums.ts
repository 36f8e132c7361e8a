import { registerEnumType } from 'type-graphql';

export enum ImportRowState {
  new = 'new',
  changed = 'changed',
  unchanged = 'unchanged',
  faulty = 'faulty',
  set_aside = 'set_aside',
  skipped = 'skipped',
}
registerEnumType(ImportRowState, {
  name: 'ImportRowState',
  description: 'What an import would do with a row.',
  valuesConfig: {
    new: { description: 'The import would create a queen for the row' },
    changed: { description: 'The import would change a queen of the account, or add to her data' },
    unchanged: { description: 'The import would change nothing' },
    faulty: { description: 'The row has errors, or cannot be assigned to a queen because of an error in another row' },
    set_aside: { description: 'The row does not describe a queen, for example a row of sums' },
    skipped: { description: 'The user decided to leave the row out' },
  },
});

export enum ImportRowMatch {
  identifier = 'identifier',
  name = 'name',
}
registerEnumType(ImportRowMatch, {
  name: 'ImportRowMatch',
  description: 'How the queen of a row was found in the account.',
  valuesConfig: {
    identifier: { description: 'By an identifier' },
    name: { description: 'By her name alone: the row has no identifier' },
  },
});
