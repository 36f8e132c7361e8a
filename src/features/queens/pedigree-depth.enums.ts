import { registerEnumType } from 'type-graphql';

/** The values are numbers of generations. */
export enum PedigreeDepth {
  THREE = 3,
  FIVE = 5,
  SEVEN = 7,
}
registerEnumType(PedigreeDepth, {
  name: 'PedigreeDepth',
  description: 'Generations of ancestors above the queen.',
  valuesConfig: {
    THREE: { description: 'At most 14 ancestors' },
    FIVE: { description: 'At most 62 ancestors' },
    SEVEN: { description: 'At most 254 ancestors' },
  },
});
