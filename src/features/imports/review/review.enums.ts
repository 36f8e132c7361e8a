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
    new: { description: 'It would create a queen' },
    changed: { description: 'It would change a known queen, or add to her data' },
    unchanged: { description: 'It would change nothing' },
    faulty: { description: 'It has errors' },
    set_aside: { description: 'It does not describe a queen, for example a row of sums' },
    skipped: { description: 'It is left out by decision' },
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
