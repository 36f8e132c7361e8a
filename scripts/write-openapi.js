// Writes the OpenAPI document to the file in the first argument, so that tools can read it without a running service.
import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '../dist/src/openapi/document.js';
import { operations, routes } from '../dist/src/server/routes.js';
import { featureComponents } from '../dist/src/server/openapi/components.js';
import { buildGuardedSchema } from '../dist/src/server/schema.js';
import { VERSION } from '../dist/src/core/version.js';

const schema = await buildGuardedSchema();
const document = openApiDocument({
  schema,
  routes,
  operations,
  components: featureComponents(schema),
  version: VERSION,
  cookie: 'queenbook',
});
await writeFile(process.argv[2], JSON.stringify(document, null, 2));
