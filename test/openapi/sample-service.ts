import { FULL_ACCESS } from '../../src/auth/permissions.js';
import { createPasswordLink } from '../../src/features/accounts/password-links.js';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { waitForEnd } from '../features/imports/uploads.js';
import { factories } from '../support/factories.js';
import { startService, type AccountClient, type Client, type TestService } from '../support/service.js';
import type { Described } from './document.js';

/** A request to an operation. Without `as`, the test chooses a client whose credentials the operation accepts. */
export interface SampleRequest {
  id?: string;
  query?: Record<string, string>;
  body?: unknown;
  /** A file instead of a body. */
  file?: [name: string, content: string, fields?: Record<string, string>];
  as?: Client;
}

export interface SampleService {
  service: TestService;
  session: AccountClient;
  /** A key with full access. */
  key: Client;
  withoutPermissions: Client;
  account: string;
  /** The number of names and seasons that are already in use. */
  used: { names: number; seasons: number };
  id: Record<'dam' | 'f0' | 'f1' | 'apiary' | 'hive' | 'evaluation' | 'run' | 'import' | 'key', string>;
}

/** Starts a service with an account that has rows of most kinds. */
export async function startSampleService(): Promise<SampleService> {
  const service = await startService({
    KEYS_PER_ACCOUNT: '1000',
    KEY_CREATIONS_PER_HOUR: '1000',
    REQUESTS_PER_MINUTE: '100000',
  });
  return addSampleAccount(service);
}

/**
 * Adds an account with the same rows as the other accounts. Only ids, times, keys, and the email address and name of
 * the account differ.
 */
export async function addSampleAccount(service: TestService): Promise<SampleService> {
  const session = await service.register();
  const account = session.account.id;
  const make = factories(service.services.orm.database.kysely);
  const dam = await make.queen(account, { name: 'Jutta', external_id: 'DE-1' });
  const f0 = await make.queen(account, {
    name: 'Juno',
    external_id: 'DE-2',
    mother_id: dam,
    birth_date: '2022',
    status: 'production',
  });
  const f1 = await make.queen(account, { name: 'Juno 7', external_id: 'F1-7', generation: 'F1', mother_id: f0 });
  await make.queen(account, { name: 'Juno 9', mother_id: f1 });
  await make.identifier(account, f0, 'JU-2');
  // The names differ from all names of `uniqueName`.
  const apiary = await make.apiary(account, { name: 'Heath' });
  const hive = await make.hive(account, { name: 'Red', apiary_id: apiary, queen_id: f1 });
  const evaluation = await make.evaluation(account, f1, { apiary_id: apiary, hive_id: hive, gentleness: 3.5 });
  const weak = { year: 2024, apiaryId: apiary, records: 1, reason: 'single' };
  const report = JSON.stringify({ traits: { honey: { records: 2, groups: 2, weak: 1, weakGroups: [weak] } } });
  const run = await make.run(account, { method: 'honey_bee', base_years: 5, report });
  for (const queen of [f0, f1]) await make.breedingValue(account, run, queen);
  const read = await make.import(account, { format: 'table' }, [[f0, 'Juno']]);
  const all = await makeKey(session, { permissions: FULL_ACCESS });
  return {
    service,
    session,
    key: clientWithKey(service, all.key),
    withoutPermissions: clientWithKey(service, (await makeKey(session, { permissions: {} })).key),
    account,
    used: { names: 0, seasons: 0 },
    id: { dam, f0, f1, apiary, hive, evaluation, run, import: read, key: all.id },
  };
}

/** Creates a key with only this permission. */
export async function keyWith(
  { service, session }: SampleService,
  needs: Described['x-required-permission'],
): Promise<Client> {
  const permissions = needs ? { [needs.resource]: needs.level } : {};
  return clientWithKey(service, (await makeKey(session, { permissions })).key);
}

const FIRST_SEASON = 1950;
const uniqueName = ({ used }: SampleService, word: string) => `${word} ${++used.names}`;

/** Creates a row for one case. @returns its id */
async function create({ key }: SampleService, path: string, body: object): Promise<string> {
  const response = await key.post(path, body);
  if (response.status !== 201) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
  return response.body.data.id as string;
}

const newQueen = (generation: 'F0' | 'F1', sample: SampleService) => ({
  queen_name: uniqueName(sample, 'Queen'),
  external_id: uniqueName(sample, 'X'),
  external_identifiers: [{ system: 'beebreed', value: uniqueName(sample, 'B') }],
  birth_date: '2023-06-21',
  life_status: 'testing',
  ...(generation === 'F1' ? { mother_id: sample.id.f0 } : { mating_type: 'open', drones: 12, mated_at: '2023' }),
});
/** Creates a queen that can be merged with any other queen. */
const twin = (sample: SampleService) => create(sample, '/api/queens/f0', { queen_name: uniqueName(sample, 'Twin') });
const newEvaluation = ({ id, used }: SampleService) => ({
  queen_id: id.f1,
  eval_year: FIRST_SEASON + ++used.seasons,
  evaluated_on: '2024-07-15',
  country_code: 'de',
  honey_yield_kg: 42.5,
  gentleness: 3.5,
  hyg6_cleaned: 10,
  hyg24_cleaned: 45,
});

const otherAccount = async ({
  service,
}: SampleService): Promise<Client & { account: { email: string; password: string; id: string } }> => service.register();
const FILE: SampleRequest['file'] = ['queens.csv', 'queen_name;external_id\nGerda;G-1\n'];

type Case = (sample: SampleService) => SampleRequest | Promise<SampleRequest>;

/** Checks a file with a new queen, and returns the id of the import. */
async function checkedImport(sample: SampleService): Promise<string> {
  const file = `queen_name;external_id\n${uniqueName(sample, 'Nora')};${uniqueName(sample, 'N')}\n`;
  const { body } = await sample.key.upload('/api/imports', 'herd.csv', file, { dry_run: 'true' });
  await waitForEnd(sample.key, body.data.id);
  return body.data.id;
}

/** A successful request of each operation. */
export const CASES: Record<string, Case> = {
  listQueens: () => ({ query: { limit: '2', search: 'juno', sort: '-birth_date' } }),
  listF0Queens: () => ({ query: { limit: '1' } }),
  listF1Queens: () => ({}),
  getQueen: ({ id }) => ({ id: id.f1 }),
  getF0Queen: ({ id }) => ({ id: id.f0 }),
  getF1Queen: ({ id }) => ({ id: id.f1 }),
  listF0QueensAsCsv: () => ({ query: { search: 'juno' } }),
  listF1QueensAsCsv: () => ({}),
  listQueensAsCsv: () => ({ query: { search: 'juno' } }),
  lookupQueen: () => ({ query: { external_id: 'F1-7' } }),
  lookupF0Queen: () => ({ query: { external_id: 'JU-2' } }),
  lookupF1Queen: () => ({ query: { external_id: 'F1-7' } }),
  createQueen: (sample) => ({ body: { generation: 'F1', ...newQueen('F1', sample) } }),
  createF0Queen: (sample) => ({ body: newQueen('F0', sample) }),
  createF1Queen: (sample) => ({ body: newQueen('F1', sample) }),
  createQueens: (sample) => ({ body: [{ generation: 'F0', ...newQueen('F0', sample) }] }),
  createF0Queens: (sample) => ({ body: [newQueen('F0', sample), newQueen('F0', sample)] }),
  createF1Queens: (sample) => ({ body: [newQueen('F1', sample)] }),
  updateQueen: (sample) => ({ id: sample.id.f1, body: { notes: uniqueName(sample, 'Note') } }),
  updateF0Queen: ({ id }) => ({ id: id.f0, body: { marking: 'blue', notes: null } }),
  updateF1Queen: ({ id }) => ({ id: id.f1, body: { line: 'Juno' } }),
  deleteQueen: async (sample) => ({ id: await create(sample, '/api/queens/f0', newQueen('F0', sample)) }),
  deleteF0Queen: async (sample) => ({ id: await create(sample, '/api/queens/f0', newQueen('F0', sample)) }),
  deleteF1Queen: async (sample) => ({ id: await create(sample, '/api/queens/f1', newQueen('F1', sample)) }),
  lookAtMerge: async (sample) => ({ id: sample.id.f0, query: { queen_id: await twin(sample) } }),
  mergeQueens: async (sample) => ({ id: await twin(sample), body: { queen_id: await twin(sample) } }),
  getPedigree: ({ id }) => ({ id: id.f1, query: { depth: '7' } }),
  getF0Pedigree: ({ id }) => ({ id: id.f0 }),
  getOffspringStats: ({ id }) => ({ id: id.f0 }),
  getF0OffspringStats: ({ id }) => ({ id: id.f0 }),

  listEvaluations: () => ({ query: { sort: '-honey_yield_kg' } }),
  getEvaluation: ({ id }) => ({ id: id.evaluation }),
  createEvaluation: (sample) => ({ body: newEvaluation(sample) }),
  createEvaluations: (sample) => ({ body: [newEvaluation(sample)] }),
  updateEvaluation: ({ id }) => ({ id: id.evaluation, body: { wintering: 3, vigor: null } }),
  deleteEvaluation: async (sample) => ({ id: await create(sample, '/api/queens/evaluations', newEvaluation(sample)) }),

  listLatestEbv: () => ({ query: { limit: '1', trait: 'honey' } }),
  listEbvRuns: () => ({}),
  getEbvRun: ({ id }) => ({ id: id.run }),
  startEbvRun: () => ({ body: { traits: ['gentleness'], base_years: 3 } }),
  deleteEbvRun: async ({ service, account }) => ({
    id: await factories(service.services.orm.database.kysely).run(account),
  }),
  listPublishedParameters: () => ({}),
  listEbvRanking: () => ({ query: { limit: '1', weights: 'honey:2', min_reliability: '0.1', generation: 'F0' } }),
  listEbvRankingAsCsv: () => ({ query: { weights: 'honey:2', min_reliability: '0.1', generation: 'F0' } }),
  getEbvTrends: () => ({ query: { weights: 'honey:1' } }),
  getIndexWeights: () => ({}),
  setIndexWeights: () => ({ body: { weights: { honey: 2, swarming: -0.5 } } }),
  planMatings: ({ id }) => ({
    body: {
      queen_ids: [id.f0, id.f1],
      drone_mother_ids: [id.dam],
      use: 'own_drones',
      max_inbreeding: 0.2,
      weights: { honey: 1 },
    },
  }),
  getQueenEbv: ({ id }) => ({ id: id.f0, query: { history: 'true' } }),

  listApiaries: () => ({}),
  getApiary: ({ id }) => ({ id: id.apiary }),
  createApiary: (sample) => ({
    body: { name: uniqueName(sample, 'Apiary'), latitude: 51.4, longitude: 9.6, elevation_m: 210 },
  }),
  createApiaries: (sample) => ({ body: [{ name: uniqueName(sample, 'Apiary') }] }),
  updateApiary: ({ id }) => ({ id: id.apiary, body: { notes: 'Linden' } }),
  deleteApiary: async (sample) => ({
    id: await create(sample, '/api/apiaries', { name: uniqueName(sample, 'Apiary') }),
  }),
  listHives: ({ id }) => ({ query: { apiary_id: id.apiary } }),
  getHive: ({ id }) => ({ id: id.hive }),
  createHive: (sample) => ({ body: { name: uniqueName(sample, 'Hive'), apiary_id: sample.id.apiary, type: 'Zander' } }),
  createHives: (sample) => ({ body: [{ name: uniqueName(sample, 'Hive') }] }),
  updateHive: ({ id }) => ({ id: id.hive, body: { type: 'Dadant' } }),
  deleteHive: async (sample) => ({ id: await create(sample, '/api/hives', { name: uniqueName(sample, 'Hive') }) }),

  listChanges: () => ({ query: { limit: '3' } }),

  startImport: () => ({ file: FILE }),
  listImports: () => ({}),
  listImportFields: () => ({}),
  getImport: ({ id }) => ({ id: id.import }),
  listImportRows: async (sample) => ({ id: await checkedImport(sample) }),
  decideImport: async (sample) => ({ id: await checkedImport(sample), body: { rows: [{ row: 2, skip: true }] } }),
  removePlaceholderQueens: async (sample) => {
    const dam = uniqueName(sample, 'Dam');
    const file = `queen_name;mother\n${uniqueName(sample, 'Nora')};${dam}\n`;
    const { body } = await sample.key.upload('/api/imports', 'names.csv', file);
    await waitForEnd(sample.key, body.data.id);
    // Imports no longer create queens with placeholder names, so the queen is renamed afterwards.
    const found = await sample.key.get(`/api/queens?search=${encodeURIComponent(dam)}`);
    await sample.key.put(`/api/v1/queens/${found.body.data[0].id}`, { queen_name: 'unbekannt' });
    return {};
  },
  undoImport: async ({ key }) => {
    const { body } = await key.upload('/api/imports', 'herd.csv', 'queen_name;external_id\nHerta;H-1\n');
    await waitForEnd(key, body.data.id);
    return { id: body.data.id };
  },

  getAccount: () => ({}),
  updateAccount: () => ({ body: { language: 'de' } }),
  exportAccount: () => ({}),
  closeAccount: async (sample) => {
    const as = await otherAccount(sample);
    return { as, body: { password: as.account.password } };
  },
  openAccount: (sample) => ({
    as: sample.service.visitor(),
    body: {
      email: `${uniqueName(sample, 'x').replace(' ', '')}@bees.example`,
      name: 'Berta',
      password: 'a good long password',
    },
  }),
  signIn: async (sample) => {
    const { email, password } = (await otherAccount(sample)).account;
    return { as: sample.service.visitor(), body: { email, password } };
  },
  getSession: () => ({}),
  signOut: async (sample) => ({ as: await otherAccount(sample) }),
  changePassword: async (sample) => {
    const as = await otherAccount(sample);
    return { as, body: { current_password: as.account.password, new_password: 'a better long password' } };
  },
  usePasswordLink: async (sample) => {
    const token = await createPasswordLink(sample.service.services, (await otherAccount(sample)).account.id);
    return { as: sample.service.visitor(), body: { token, new_password: 'a better long password' } };
  },

  listAuditEvents: () => ({ query: { limit: '2', action: 'import_started' } }),

  listApiKeys: () => ({ query: { limit: '1' } }),
  createApiKey: () => ({ body: { name: 'Program', permissions: { queens: 'read' }, expires_in_days: 30 } }),
  updateApiKey: ({ id }) => ({ id: id.key, body: { name: 'The program' } }),
  revokeApiKey: async ({ session }) => ({ body: { id: (await makeKey(session)).id } }),
  rotateApiKey: async ({ session }) => ({ id: (await makeKey(session)).id, body: { overlap_hours: 1 } }),
  getApiKeyUsage: ({ id }) => ({ id: id.key, query: { days: '2' } }),
  getPresentedKey: () => ({}),
};
