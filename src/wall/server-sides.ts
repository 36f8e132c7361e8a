import pg from 'pg';
import { TRIAL, turning, type Side } from './side.js';

/** What is used of a pool. */
export interface ServerPool extends Pick<pg.Pool, 'options' | 'totalCount' | 'idleCount' | 'waitingCount'> {
  connect(): Promise<pg.PoolClient>;
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /** What is asked on one connection, which goes back when it is done. */
  using<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

/** That the role may not be taken, or is not there. */
const REFUSED = ['42501', '22023', '42704'];

/**
 * The sides of a server's connections. Each is remembered as it was turned last, and is turned only where it is wanted
 * for another side: a service that is asked for one account sends nothing more than without a wall.
 */
export class ServerSides {
  private readonly sides = new WeakMap<pg.PoolClient, Side>();

  private constructor(
    private readonly pool: pg.Pool,
    private readonly own: string,
    /** Whether connections can be turned at all. */
    readonly canTurn: boolean,
  ) {}

  static async of(pool: pg.Pool): Promise<ServerSides> {
    // Not `pool.query`, whose statements no limit is set to.
    const client = await pool.connect();
    let own: string;
    let canTurn: boolean;
    try {
      own = (await client.query<{ own: string }>(`select current_setting('role') as own`)).rows[0]!.own;
      canTurn = await client.query(TRIAL).then(
        () => true,
        (error: unknown) => {
          if (error instanceof pg.DatabaseError && REFUSED.includes(error.code ?? '')) return false;
          throw error;
        },
      );
      client.release();
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
    const sides = new ServerSides(pool, own, canTurn);
    pool.on('connect', (client) => void sides.sides.set(client as pg.PoolClient, 'service'));
    return sides;
  }

  /** @param side null: whichever the connection has, for statements to which it makes no difference */
  facing(side: Side | null): ServerPool {
    const { pool } = this;
    const connect = () => (side === null ? pool.connect() : this.connect(side));
    const using: ServerPool['using'] = async (work) => {
      const client = await connect();
      try {
        const result = await work(client);
        client.release();
        return result;
      } catch (error) {
        // An error of the database leaves a connection as good as it was.
        client.release(error instanceof pg.DatabaseError ? undefined : (error as Error));
        throw error;
      }
    };
    return {
      connect,
      using,
      query: (text, values) => using((client) => client.query(text, values)),
      end: () => pool.end(),
      options: pool.options,
      get totalCount() {
        return pool.totalCount;
      },
      get idleCount() {
        return pool.idleCount;
      },
      get waitingCount() {
        return pool.waitingCount;
      },
    };
  }

  private async connect(side: Side): Promise<pg.PoolClient> {
    const client = await this.pool.connect();
    try {
      await this.turn(client, side);
      return client;
    } catch (error) {
      // Whose it is now nobody knows.
      client.release(error as Error);
      throw error;
    }
  }

  private async turn(client: pg.PoolClient, side: Side): Promise<void> {
    if (!this.canTurn || this.sides.get(client) === side) return;
    this.sides.delete(client);
    if (client.getTransactionStatus() !== 'I') throw new Error('A connection came back amid a transaction.');
    // Named, it is parsed and planned once a connection.
    await client.query({ name: 'queenbook_turn', ...turning(side, this.own) });
    this.sides.set(client, side);
  }
}
