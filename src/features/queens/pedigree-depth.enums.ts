import { registerEnumType } from 'type-graphql';

export enum PedigreeDepth {
  THREE = 3,
  FIVE = 5,
  SEVEN = 7,
}
registerEnumType(PedigreeDepth, {
  name: 'PedigreeDepth',
  description: 'Number of generations of ancestors.',
  valuesConfig: {
    THREE: { description: 'Three generations, up to 14 ancestors' },
    FIVE: { description: 'Five generations, up to 62 ancestors' },
    SEVEN: { description: 'Seven generations, up to 254 ancestors' },
  },
});
