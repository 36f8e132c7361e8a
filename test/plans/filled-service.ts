import { sql, type Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { startService, type Client } from '../support/service.js';
import { explain, type Plan } from './explain.js';
import { fill, analyzeOnce, settle } from './fill-account.js';
import { recordStatements } from './sent-statements.js';

const OTHER_ACCOUNTS = 5;

/** A service with large tables, which records the statements that it sends. */
export interface FilledService {
  kysely: Kysely<unknown>;
  /** A client with a session of one of the accounts. */
  session: Client;
  /** A client with a key of the same account. */
  program: Client;
  /** Sends a document with the key and returns the data of the response. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape depends on the document
  data(document: string): Promise<any>;
  /** Runs `work` and returns the plans of its statements. */
  plansOf(work: string | (() => Promise<unknown>)): Promise<Plan[]>;
  close(): Promise<void>;
}

/**
 * Starts a service and fills its tables.
 * @param known number of queens of another account. If it is set, the planner's statistics contain only the rows of
 * that account. If it is undefined, the statistics contain all rows.
 */
export async function serveFilled(known?: number): Promise<FilledService> {
  const service = await startService({ REQUESTS_PER_MINUTE: '0' });
  const { database } = service.services.orm;
  const session = await service.register();
  for (let count = 0; count < (known === undefined ? OTHER_ACCOUNTS : 1); count += 1) {
    const account = uuid();
    await sql`insert into account (id, email, name) values (${account}, ${account}, 'Berta')`.execute(database.kysely);
    await fill(database.kysely, account, known);
  }
  if (known !== undefined) await analyzeOnce(database.kysely);
  await fill(database.kysely, session.account.id);
  if (known === undefined) await settle(database.kysely);
  const program = clientWithKey(service, (await makeKey(session)).key);
  const takeStatements = recordStatements();

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
      takeStatements();
      await (typeof work === 'string' ? data(work) : work());
      // Excludes statements for the job queue, for background writes, and for changes of the role.
      const reading = takeStatements().filter(({ text }) => /^\s*(\/\* prepared \*\/ )?(select|with)\b/i.test(text));
      const plans: Plan[] = [];
      for (const statement of reading.filter(({ text }) => !/jobs\.|for (no key )?update|set_config/i.test(text))) {
        plans.push(await explain(database, session.account.id, statement));
      }
      return plans;
    },
    close: () => service.close(),
  };
}
