// Makes the files of a database in which nothing is yet, which an embedded database begins as (src/db/embedded/cluster-template.ts).
import { renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

const folder = fileURLToPath(new URL('../dist/cluster', import.meta.url));
const beside = `${folder}.new`;
for (const old of [folder, beside]) rmSync(old, { recursive: true, force: true });
const cluster = await PGlite.create({ dataDir: beside });
await cluster.close();
renameSync(beside, folder);
