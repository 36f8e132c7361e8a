import type pg from 'pg';
import { takeBy, type Line } from './taking.js';

/**
 * Has a connection that ends while somebody has it go back to the pool by itself, which throws it away. Kysely gives a
 * connection back only where a transaction could be begun, and committed or rolled back: of one that was lost nothing of
 * that succeeds, and with as many as the pool may have, nobody would get a connection any more.
 */
export function giveBackLost(pool: pg.Pool): void {
  takeBy(pool, async (connect) => watch(await connect()));
}

function watch(client: pg.PoolClient): pg.PoolClient {
  const { release } = client;
  let isOut = true;
  const giveBack: pg.PoolClient['release'] = (reason) => {
    // Who has it may find out later that it is gone.
    if (!isOut) return;
    isOut = false;
    client.off('end', lost);
    release.call(client, reason);
  };
  const lost = () => giveBack(true);
  client.once('end', lost);
  client.release = giveBack;
  if ((client as Line).connection.stream.destroyed) lost();
  return client;
}
