// Creates the files of an empty database. They are the template for new embedded databases
// (src/db/embedded/cluster-template.ts).
import { renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

const folder = fileURLToPath(new URL('../dist/cluster', import.meta.url));
const temporary = `${folder}.new`;
for (const old of [folder, temporary]) rmSync(old, { recursive: true, force: true });
const cluster = await PGlite.create({ dataDir: temporary });
await cluster.close();
renameSync(temporary, folder);
