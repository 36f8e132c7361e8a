import { sql, type Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { bearing, makeKey } from '../features/api-keys/keys.js';
import { startService, type Client } from '../support/service.js';
import { explain, type Plan } from './explain.js';
import { fill, gatherOnce, settle } from './fill.js';
import { hearStatements } from './sent.js';

const NEIGHBOURS = 5;

/** A service whose tables are large, and what it asks them. */
export interface FilledService {
  kysely: Kysely<unknown>;
  /** Somebody who is signed in to one of the accounts. */
  session: Client;
  /** A program with a key of the same account. */
  program: Client;
  /** The answer to a document, as the program asks it. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what is in it is what was asked for
  data(document: string): Promise<any>;
  /** What the database is asked meanwhile, and how it finds that. */
  plansOf(work: string | (() => Promise<unknown>)): Promise<Plan[]>;
  close(): Promise<void>;
}

/** @param known how many queens of each neighbour the planner's statistics know, and nobody else's; all if undefined */
export async function serveFilled(known?: number): Promise<FilledService> {
  const service = await startService({ REQUESTS_PER_MINUTE: '0' });
  const { database } = service.services.orm;
  const session = await service.register();
  for (let neighbour = 0; neighbour < (known === undefined ? NEIGHBOURS : 1); neighbour += 1) {
    const account = uuid();
    await sql`insert into account (id, email, name) values (${account}, ${account}, 'Berta')`.execute(database.kysely);
    await fill(database.kysely, account, known);
  }
  if (known !== undefined) await gatherOnce(database.kysely);
  await fill(database.kysely, session.account.id);
  if (known === undefined) await settle(database.kysely);
  const program = bearing(service, (await makeKey(session)).key);
  const sent = hearStatements();

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
      // Not what the job queue asks, what is written down in the background, and how connections are turned.
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
