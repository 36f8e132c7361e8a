import { sql, type Kysely, type RawBuilder } from 'kysely';

const AT_A_TIME = 20_000;

/** The rows of a query, some thousand at a time, through a cursor of the transaction. */
export async function* fetchRows<Row>(db: Kysely<unknown>, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare fetched no scroll cursor for ${query}`.execute(db);
  for (let isMore = true; isMore;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(AT_A_TIME)} from fetched`.execute(db);
    isMore = rows.length === AT_A_TIME;
    yield rows;
  }
  await sql`close fetched`.execute(db);
}
