import { sql, type Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { startService, type Client } from '../support/service.js';
import { explain, type Plan } from './explain.js';
import { fill, analyzeOnce, settle } from './fill-account.js';
import { recordStatements } from './sent-statements.js';

const NEIGHBOURS = 5;

/** A service with large tables, and the statements that it sends. */
export interface FilledService {
  kysely: Kysely<unknown>;
  /** A session of one of the accounts. */
  session: Client;
  /** A client with a key of the same account. */
  program: Client;
  /** The response to a document, sent with the key. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape depends on the document
  data(document: string): Promise<any>;
  /** The statements of `work`, with their plans. */
  plansOf(work: string | (() => Promise<unknown>)): Promise<Plan[]>;
  close(): Promise<void>;
}

/**
 * @param known number of queens of another account in the planner's statistics, which then do not include this account.
 *   If undefined, they include all rows.
 */
export async function serveFilled(known?: number): Promise<FilledService> {
  const service = await startService({ REQUESTS_PER_MINUTE: '0' });
  const { database } = service.services.orm;
  const session = await service.register();
  for (let neighbour = 0; neighbour < (known === undefined ? NEIGHBOURS : 1); neighbour += 1) {
    const account = uuid();
    await sql`insert into account (id, email, name) values (${account}, ${account}, 'Berta')`.execute(database.kysely);
    await fill(database.kysely, account, known);
  }
  if (known !== undefined) await analyzeOnce(database.kysely);
  await fill(database.kysely, session.account.id);
  if (known === undefined) await settle(database.kysely);
  const program = clientWithKey(service, (await makeKey(session)).key);
  const sent = recordStatements();

  const data: FilledService['data'] = async (document) => {
    const { body } = await program.graphql(document);
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body.data;
  };
  return {
    kysely: database.kysely,
    session,
    program,
    data,
    async plansOf(work) {
      sent();
      await (typeof work === 'string' ? data(work) : work());
      // Without statements of the job queue, background writes and role switches.
      const reading = sent().filter(({ text }) => /^\s*(\/\* prepared \*\/ )?(select|with)\b/i.test(text));
      const plans: Plan[] = [];
      for (const statement of reading.filter(({ text }) => !/jobs\.|for (no key )?update|set_config/i.test(text))) {
        plans.push(await explain(database, session.account.id, statement));
      }
      return plans;
    },
    close: () => service.close(),
  };
}
