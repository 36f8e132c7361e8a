import { z } from 'zod';

/** What stands in a backup beside the data, under this name: what it was made of, and how to see that it is whole. */
export const MANIFEST = 'manifest.json';

export const manifest = z.object({
  format: z.literal('queenbook-backup'),
  version: z.literal(1),
  /** `tables`: rows as text, for either database. `pg_dump`: a dump in PostgreSQL's custom format, for a server. */
  kind: z.enum(['tables', 'pg_dump']),
  made_at: z.string(),
  queenbook: z.string(),
  postgresql: z.string(),
  /** Those that had run, in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: z.number().int().nonnegative(),
      checksum: z.string(),
    }),
  ),
  files: z.record(z.string(), z.object({ bytes: z.number().int().nonnegative(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifest>;

export const DUMP = 'database.dump';
export const rowsFile = (table: string) => `tables/${table}.copy`;
