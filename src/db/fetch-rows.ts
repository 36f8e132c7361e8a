import { sql, type Kysely, type RawBuilder } from 'kysely';

const BATCH_ROWS = 20_000;

/** Yields the rows of a query in batches, through a cursor of the transaction. */
export async function* fetchRows<Row>(
  db: Kysely<unknown>,
  query: RawBuilder<Row>,
  batchRows = BATCH_ROWS,
): AsyncGenerator<Row[]> {
  await sql`declare fetched no scroll cursor for ${query}`.execute(db);
  for (let isMore = true; isMore;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(batchRows)} from fetched`.execute(db);
    isMore = rows.length === batchRows;
    yield rows;
  }
  await sql`close fetched`.execute(db);
}
