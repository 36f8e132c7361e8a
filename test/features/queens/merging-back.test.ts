import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { factories, type Factories } from '../../support/factories.js';
import { sharedService, type AccountClient, type SharedService } from '../../support/service.js';
import { brokenRules } from './pedigree-invariants.js';
import { runs } from '../../support/fuzz.js';

let service: SharedService;
let db: Kysely<unknown>;
let make: Factories;
beforeAll(async () => {
  service = await sharedService();
  db = service.services.orm.database.kysely;
  make = factories(db);
});

/** Whether the first record and the second record contain a value. At least one record contains it. */
const presence = fc.constantFrom([true, false] as const, [false, true] as const, [true, true] as const);
/** The index (0 or 1) of one of the records of a queen. */
const side = fc.constantFrom(0, 1);

/** A queen, and the contents of her two records. Parents and mates are indexes of earlier queens, or null. */
const queen = fc.record({
  mother: fc.option(fc.nat(), { freq: 4 }),
  mate: fc.option(fc.nat(), { freq: 4 }),
  isSplit: fc.boolean(),
  motherStated: presence,
  motherSides: fc.tuple(side, side),
  fatherAlone: fc.boolean(),
  mateStated: presence,
  mateSides: fc.tuple(side, side),
  birthStated: fc.constantFrom(['day', null], ['year', 'day'], ['day', 'year'], ['day', 'day']),
  numberStated: fc.constantFrom([true, true], [true, false], [false, true], [false, false]),
  nameStated: fc.constantFrom(['own', 'own'], ['own', 'other'], ['number', 'own'], ['own', 'number']),
  tests: fc.tuple(fc.boolean(), fc.boolean()),
  values: fc.tuple(fc.boolean(), fc.boolean()),
  hive: fc.option(side),
  keep: side,
});
type SplitQueen = typeof queen extends fc.Arbitrary<infer Value> ? Value : never;

interface ExpectedQueen {
  name: string;
  born: string;
  mother: number | null;
  father: number | null;
  mate: number | null;
  numbers: string[];
  names: string[];
  tests: number;
  hives: number;
  hasValues: boolean;
}

interface Split {
  truth: ExpectedQueen[];
  /** Ids of the records of each queen. */
  records: string[][];
}

type Link = number | null | undefined;

/** Creates the records, which form a valid pedigree. */
async function createRecords(account: string, queens: readonly SplitQueen[]): Promise<Split> {
  const split: Split = { truth: [], records: [] };
  const mates: (string | null)[][] = [];
  const run = await make.run(account);
  for (const [index, each] of queens.entries()) {
    const sides = each.isSplit ? [0, 1] : [0];
    const before = (link: Link) => (link == null || index === 0 ? null : link % index);
    const [mother, mate] = [before(each.mother), before(each.mate)];
    const record = (of: number, which: number) => Math.min(which, split.records[of]!.length - 1);
    const has = (pair: readonly boolean[], at: number) => !each.isSplit || pair[at]!;
    const born = `${2000 + index}-05-0${1 + (index % 9)}`;
    const [father, name] = [mother === null ? null : split.truth[mother]!.mate, `Queen ${index}`];
    const truth: ExpectedQueen = {
      name,
      born,
      mother,
      father,
      mate,
      numbers: [],
      names: [],
      tests: 0,
      hives: 0,
      hasValues: false,
    };
    const ids: string[] = [];
    mates.push([]);
    for (const at of sides) {
      const number = has(each.numberStated, at) ? `N-${index}-${at}` : null;
      const form = each.isSplit ? each.nameStated[at]! : 'own';
      const plainName = form === 'own' || (form === 'number' && number === null) ? name : `${name} bis`;
      // Two records without an identifier cannot have the same name.
      const twin = number === null && ids.length > 0 && !has(each.numberStated, 0) ? `${name} ter` : plainName;
      const called = form === 'number' && number !== null ? number : twin;
      const links: Record<string, unknown> = {};
      if (mother !== null && has(each.motherStated, at)) {
        const which = record(mother, each.motherSides[at]!);
        links.mother_id = split.records[mother]![which];
        links.father_id = mates[mother]![which];
      } else if (father !== null && each.fatherAlone) {
        links.father_id = split.records[father]![record(father, each.motherSides[at]!)];
      }
      const mateId =
        mate !== null && has(each.mateStated, at) ? split.records[mate]![record(mate, each.mateSides[at]!)]! : null;
      mates[index]!.push(mateId);
      const birth = each.isSplit ? each.birthStated[at] : 'day';
      const id = await make.queen(account, {
        name: called,
        external_id: number,
        birth_date: birth === 'day' ? born : birth === 'year' ? born.slice(0, 4) : null,
        mated_to_id: mateId,
        ...links,
      });
      ids.push(id);
      if (number !== null) truth.numbers.push(number);
      if (called !== number) truth.names.push(called);
      if (each.tests[at]) {
        await make.evaluation(account, id, { year: 2020 + at });
        truth.tests++;
      }
      if (each.values[at]) await make.breedingValue(account, run, id, { raw: at });
      truth.hasValues ||= each.values[at]!;
      if (each.hive === at) {
        await make.hive(account, { queen_id: id });
        truth.hives++;
      }
    }
    split.records.push(ids);
    split.truth.push(truth);
  }
  return split;
}

/** Merges the records of each split queen, in the order that `order` determines. A refused merge is repeated later. */
async function mergeAll(
  client: AccountClient,
  queens: readonly SplitQueen[],
  { records }: Split,
  order: number,
): Promise<string[]> {
  let pending = queens.flatMap(({ isSplit }, index) => (isSplit ? [index] : []));
  pending = pending.map((_, index) => pending[(index * 7 + order) % pending.length]!);
  pending = [...new Set(pending)].concat(queens.flatMap((q, i) => (q.isSplit && !pending.includes(i) ? [i] : [])));
  const remaining = records.map(([first]) => first!);
  while (pending.length > 0) {
    const refused: number[] = [];
    for (const index of pending) {
      const { keep } = queens[index]!;
      const [keepId, mergeId] = [records[index]![keep]!, records[index]![1 - keep]!];
      const { body } = await client.get(`/api/queens/${keepId}/merge?queen_id=${mergeId}`);
      const response = await client.post(`/api/queens/${keepId}/merge`, { queen_id: mergeId });
      expect(response.body.errors ?? []).toEqual(body.data.obstacles);
      expect(response.status).toBe(body.data.obstacles.length > 0 ? 409 : 200);
      expect(await brokenRules(db, client.account.id)).toEqual([]);
      if (response.status === 200) remaining[index] = keepId;
      else refused.push(index);
    }
    // Each round can merge at least the first remaining split queen in the pedigree.
    expect(refused.length).toBeLessThan(pending.length);
    pending = refused;
  }
  return remaining;
}

async function check(client: AccountClient, account: string, { truth }: Split, remaining: string[]): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from queen where account_id = ${account}`.execute(db);
  expect(rows[0]!.count).toBe(truth.length);
  const at = (index: number | null) => (index === null ? null : remaining[index]);
  for (const [index, each] of truth.entries()) {
    const { body } = await client.graphql(
      `query ($id: ID!) { queen(id: $id) { name dateOfBirth motherId fatherId matedToId externalId
        externalIdentifiers { value } evaluations { id } hive { id } ebv { raw } } }`,
      { id: remaining[index] },
    );
    const { externalId, externalIdentifiers, name, evaluations, hive, ebv, ...facts } = body.data.queen;
    expect(facts).toEqual({
      dateOfBirth: each.born,
      motherId: at(each.mother),
      fatherId: at(each.father),
      matedToId: at(each.mate),
    });
    const known = [externalId, name, ...externalIdentifiers.map(({ value }: { value: string }) => value)];
    expect(new Set(known.filter(Boolean))).toEqual(new Set([...each.numbers, ...each.names]));
    expect([evaluations.length, hive ? 1 : 0, ebv.length]).toEqual([each.tests, each.hives, each.hasValues ? 1 : 0]);
  }
}

test('if queens were entered as two records, merging the two records of each queen restores the pedigree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(queen, { minLength: 2, maxLength: 7 }), fc.nat(), async (queens, order) => {
      const client = await service.register();
      const { id } = client.account;
      const split = await createRecords(id, queens);
      expect(await brokenRules(db, id)).toEqual([]);
      await check(client, id, split, await mergeAll(client, queens, split, order));
    }),
    { numRuns: runs(20) },
  );
});
