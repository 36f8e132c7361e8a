import type { GraphQLSchema } from 'graphql';
import type { Components } from '../../openapi/json-schema.js';
import { accountComponents, keyComponents } from './access.js';
import { auditComponents } from './audit.js';
import { changeComponents } from './changes.js';
import { matingPlanComponents } from './mating-plans.js';
import { selectionComponents } from './selection.js';
import { queenComponents } from './queens.js';
import { mergeComponents } from './merging.js';
import { ebvComponents } from './breeding-values.js';
import { importComponents, recordComponents } from './records.js';

/** Components of the features for the OpenAPI document, by name. */
export const featureComponents = (schema: GraphQLSchema): Components => ({
  ...queenComponents(schema),
  ...mergeComponents(schema),
  ...recordComponents(schema),
  ...ebvComponents(schema),
  ...selectionComponents(schema),
  ...matingPlanComponents(schema),
  ...importComponents(schema),
  ...accountComponents(schema),
  ...keyComponents(schema),
  ...auditComponents(schema),
  ...changeComponents(schema),
});
