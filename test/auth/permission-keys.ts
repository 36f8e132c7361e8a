import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { LEVELS, RESOURCES, type Level, type Permissions, type Resource } from '../../src/auth/permissions.js';
import type { AccessRule } from '../../src/auth/guard.js';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { factories } from '../support/factories.js';
import { startService, type Client, type TestService } from '../support/service.js';

/** A key with its permissions. */
export interface KeyCase {
  permissions: Permissions;
  client: Client;
}

export interface Matrix {
  service: TestService;
  session: Client;
  /**
   * For each resource and level: a key with only this permission, and a key that also has full access to all other
   * resources.
   */
  keys: KeyCase[];
  /** The ids of the inserted rows of all kinds. */
  ids: string[];
  /**
   * Returns the statements since the previous call of this function, except all statements on the tables of keys and of
   * their uses. The service sends such statements for each request with a key.
   */
  takeStatements(): string[];
  /**
   * Waits until no breeding-value run is queued or running, because `takeStatements` would return its statements, too.
   */
  idle(): Promise<void>;
}

const RESOURCE_NAMES = Object.keys(RESOURCES) as Resource[];
const LEVEL_NAMES = Object.keys(LEVELS) as Level[];

/** Starts a service with an account that has rows of every kind, and the keys of {@link Matrix}. */
export async function startMatrix(): Promise<Matrix> {
  const service = await startService({
    KEYS_PER_ACCOUNT: '100',
    KEY_CREATIONS_PER_HOUR: '100',
    REQUESTS_PER_MINUTE: '0',
  });
  const session = await service.register();
  const ids = await insertRows(service, session.account.id);
  const keys: KeyCase[] = [];
  for (const permissions of everyPermissions()) {
    const { key } = await makeKey(session, { permissions });
    keys.push({ permissions, client: clientWithKey(service, key) });
  }
  return {
    service,
    session,
    keys,
    ids,
    async idle() {
      const open = sql`select 1 from ebv_run where status in ('queued', 'running') limit 1`;
      while ((await open.execute(service.services.orm.database.kysely)).rows.length > 0) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    takeStatements: () => service.statements.splice(0).filter((text) => !/\bapi_key(_use)?\b/.test(text)),
  };
}

/**
 * For each resource and level, returns permissions with this level for the resource and `none` for all other resources,
 * and permissions with this level for the resource and `write` for all other resources. Omits duplicates.
 */
function everyPermissions(): Permissions[] {
  const all = (['none', 'write'] as const).flatMap((rest) => {
    const others = Object.fromEntries(RESOURCE_NAMES.map((name) => [name, rest])) as Permissions;
    return RESOURCE_NAMES.flatMap((resource) => LEVEL_NAMES.map((level) => ({ ...others, [resource]: level })));
  });
  return [...new Map(all.map((permissions) => [JSON.stringify(permissions), permissions])).values()];
}

/** Returns true if the permissions fulfil the rule. Does not use the code of the service. */
export function suffice(permissions: Permissions, { requires, caller }: AccessRule): boolean {
  if (caller) return caller === 'any';
  return !requires || LEVEL_NAMES.indexOf(permissions[requires.resource]) >= LEVEL_NAMES.indexOf(requires.level);
}

async function insertRows(service: TestService, account: string): Promise<string[]> {
  const make = factories(service.services.orm.database.kysely);
  // The external id of each queen equals her id, so that a look-up by either value finds the queen.
  const [mother, daughter] = [uuid(), uuid()];
  await make.queen(account, { id: mother, name: 'Anna', external_id: mother });
  await make.queen(account, { id: daughter, name: 'Zoe', external_id: daughter, generation: 'F1', mother_id: mother });
  const apiary = await make.apiary(account);
  const hives = [
    await make.hive(account, { apiary_id: apiary, queen_id: mother }),
    await make.hive(account, { apiary_id: apiary, queen_id: daughter }),
  ];
  const evaluations: string[] = [];
  for (const [index, queen] of [mother, daughter].entries()) {
    evaluations.push(await make.evaluation(account, queen, { apiary_id: apiary, hive_id: hives[index] }));
  }
  const weak = { year: 2024, apiaryId: apiary, records: 1, reason: 'single' };
  const report = JSON.stringify({ traits: { honey: { records: 2, groups: 2, weak: 1, weakGroups: [weak] } } });
  const run = await make.run(account, { report });
  for (const queen of [mother, daughter]) await make.breedingValue(account, run, queen);
  const read = await make.import(account, {}, [[mother, 'Anna']]);
  return [mother, daughter, apiary, ...hives, ...evaluations, run, read];
}
