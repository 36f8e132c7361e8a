import { z } from 'zod';

/** The file of a backup that describes its origin and its other files, for verification. */
export const MANIFEST = 'manifest.json';

export const manifest = z.object({
  format: z.literal('queenbook-backup'),
  version: z.literal(1),
  /**
   * `tables`: rows as text, for either kind of database. `pg_dump`: a dump in PostgreSQL's custom format, for a server.
   */
  kind: z.enum(['tables', 'pg_dump']),
  made_at: z.string(),
  queenbook: z.string(),
  postgresql: z.string(),
  /** Applied migrations, in order. */
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
