import { Readable } from 'node:stream';
import type Router from '@koa/router';
import type { GraphQLSchema } from 'graphql';
import type { Context } from 'koa';
import { checkAccess } from '../../auth/guard.js';
import { requireSession } from '../../auth/session-only.js';
import { actorOf } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { recordRepeatedEvent } from '../audit/record.js';
import { createContext, type Services } from '../../graphql/context.js';
import { invalid } from '../../core/errors.js';
import { csvHead, csvLine, type CsvValue } from '../imports/csv-write.js';
import { allowedMethods, answerUnsupportedMethod } from '../../http/methods.js';
import type { ConnectionData } from '../../rest/page.js';
import { readParameters, toVariables } from '../../rest/parameters.js';
import { withPrefixes } from '../../rest/prefixes.js';
import { prepare, type PreparedRoute } from '../../rest/prepare.js';
import { defineRoute } from '../../rest/route.js';
import { runRoute } from '../../rest/run-route.js';
import { queenCsvOperations } from './queen-csv.operations.js';
import { evaluationEntry } from '../evaluations/evaluation.rest.js';
import { QUEEN_LIST } from '../queen-list/queen-list.parameters.js';
import { F0_FIELDS, queenBody, type NamedQueen, type QueenRow } from '../queens/queen.rest.js';

/** Headers that imports recognize. Relatives are given by identifier, otherwise by name. */
const HEADERS = [
  ...['id', 'generation', 'queen_name', 'external_id', 'external_identifiers', 'race', 'line', 'birth_date'],
  ...['life_status', 'breeder_code', 'marking', 'notes', 'mother', 'dam_external_id', 'father', 'father_external_id'],
  ...['mated_to', 'drone_sire_id', 'mating_type', 'sdi_code', 'drone_producers', 'drones', 'mated_at'],
  'mating_station',
  ...['inbreeding', 'created_at', 'updated_at'],
];

const DOCUMENT = `query ($after: String, ${QUEEN_LIST.variables}) {
  list: queens(first: 100, after: $after, ${QUEEN_LIST.arguments}) {
    nodes { ${F0_FIELDS} } pageInfo { hasNextPage endCursor } } }`;

interface Page {
  list: Omit<ConnectionData<QueenRow>, 'totalCount'>;
}

/** Routes of the CSV lists, for sessions. Register them before `/queens/:id`. */
export function queenTableRoutes(router: Router, services: Services, schema: GraphQLSchema): void {
  for (const { generation, ...operation } of queenCsvOperations) {
    // The response is streamed and does not use `answer`.
    const route = defineRoute<Page>({
      ...operation,
      document: DOCUMENT,
      fixed: generation ? { filter: { generation } } : {},
      answer: () => ({}),
    });
    const prepared = prepare(schema, route);
    const path = withPrefixes(route.path);
    router.get(path, (ctx) => answer(ctx, services, prepared));
    router.all(path, (ctx) => answerUnsupportedMethod(ctx, allowedMethods(router, path)));
  }
}

async function answer(ctx: Context, services: Services, prepared: PreparedRoute): Promise<void> {
  const { route, accessRules } = prepared;
  const identity = requireSession(ctx);
  for (const rule of accessRules) checkAccess({ identity }, rule);
  const { values, faults } = readParameters(route.parameters ?? [], ctx.query);
  if (faults.length > 0) throw invalid(faults);
  const variables = toVariables(route.parameters ?? [], values, route.fixed);
  const read = (after?: string | null) =>
    runRoute<Page>(prepared, { ...variables, after }, createContext(services, identity));
  // Read the first page before the response starts, so that errors can still be reported.
  const first = await read();
  ctx.status = 200;
  ctx.attachment(`queens-${/\/(\w+)\.csv$/.exec(route.path)![1]}-${new Date().toISOString().slice(0, 10)}.csv`);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.set('Cache-Control', 'no-store');
  if (ctx.method === 'HEAD') return;
  await recordRepeatedEvent(services.orm.database.inRole(identity.accountId), identity.accountId, {
    action: AuditAction.table_downloaded,
    by: actorOf(identity),
  });
  const table = Readable.from(lines(first, read));
  // Close the connection, so that an incomplete file does not look complete.
  table.once('error', () => ctx.res.destroy());
  ctx.body = table;
}

/** Reads page after page, at the speed of the client. */
async function* lines(first: Page, read: (after: string | null) => Promise<Page>): AsyncGenerator<string> {
  yield csvHead(HEADERS);
  for (let { list } = first; ; { list } = await read(list.pageInfo.endCursor)) {
    const rows = list.nodes.map(tableRow);
    if (rows.length > 0) yield rows.map((row) => csvLine(HEADERS.map((name) => row[name]))).join('');
    if (!list.pageInfo.hasNextPage) return;
  }
}

function tableRow(queen: QueenRow): Record<string, CsvValue> {
  const entry = queenBody(queen, evaluationEntry) as Record<string, CsvValue>;
  const { mother, father, matedTo } = queen;
  const identifiers = entry.external_identifiers as unknown[];
  return {
    ...entry,
    external_identifiers: identifiers.length > 0 ? identifiers : null,
    mother: nameOf(mother),
    father: nameOf(father),
    father_external_id: father?.externalId,
    mated_to: nameOf(matedTo),
  };
}

/** Identifier or name by which an import finds the queen. */
const nameOf = (queen: NamedQueen | null) => queen?.externalId ?? queen?.name;
