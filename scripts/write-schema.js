import { writeFile } from 'node:fs/promises';
import { buildGuardedSchema, schemaText } from '../dist/src/server/schema.js';

await writeFile(new URL('../schema.graphql', import.meta.url), schemaText(await buildGuardedSchema()));
