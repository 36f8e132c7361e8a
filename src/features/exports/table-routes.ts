import { Readable } from 'node:stream';
import type Router from '@koa/router';
import type { GraphQLSchema } from 'graphql';
import type { Context } from 'koa';
import { checkAccess } from '../../auth/guard.js';
import { requireSession } from '../../auth/session-only.js';
import { invalid } from '../../core/errors.js';
import { createContext, type Services } from '../../graphql/context.js';
import { allowedMethods, answerUnsupportedMethod } from '../../http/methods.js';
import type { CustomOperation } from '../../rest/operation.js';
import type { ConnectionData } from '../../rest/page.js';
import { readParameters, toVariables } from '../../rest/parameters.js';
import { withPrefixes } from '../../rest/prefixes.js';
import { prepare, type PreparedRoute } from '../../rest/prepare.js';
import { defineRoute } from '../../rest/route.js';
import { runRoute } from '../../rest/run-route.js';
import { actorOf } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { recordRepeatedEvent } from '../audit/record.js';
import { csvHead, csvLine, type CsvValue, type DecimalSign } from '../imports/csv-write.js';

export interface ListPage<Node> {
  list: Omit<ConnectionData<Node>, 'totalCount'>;
}

/** Definition of a list that clients can download as a CSV file. */
export interface CsvTable<Page extends ListPage<unknown>> {
  operation: CustomOperation;
  /** GraphQL document. Its field `list` returns up to 100 rows after the cursor `$after`. */
  document: string;
  fixed?: Readonly<Record<string, unknown>>;
  /** File name without date and extension. */
  filename: string;
  headers: readonly string[];
  /** Returns the rows of a page. Each row is an object with the headers as members. */
  rows: (page: Page) => Record<string, CsvValue>[];
}

/**
 * Adds the route of a CSV list, which requires a session. The route must be added before routes with a path parameter
 * that also match its path.
 */
export function tableRoute<Page extends ListPage<unknown>>(
  router: Router,
  services: Services,
  schema: GraphQLSchema,
  table: CsvTable<Page>,
): void {
  const { operation, document, fixed = {} } = table;
  // `answer` is not used, because the response is streamed.
  const prepared = prepare(schema, defineRoute<Page>({ ...operation, document, fixed, answer: () => ({}) }));
  const path = withPrefixes(operation.path);
  router.get(path, (ctx) => answer(ctx, services, prepared, table));
  router.all(path, (ctx) => answerUnsupportedMethod(ctx, allowedMethods(router, path)));
}

async function answer<Page extends ListPage<unknown>>(
  ctx: Context,
  services: Services,
  prepared: PreparedRoute,
  table: CsvTable<Page>,
): Promise<void> {
  const { route, accessRules } = prepared;
  const identity = requireSession(ctx);
  for (const rule of accessRules) checkAccess({ identity }, rule);
  const { values, faults } = readParameters(route.parameters ?? [], ctx.query);
  if (faults.length > 0) throw invalid(faults);
  const variables = toVariables(route.parameters ?? [], values, route.fixed);
  const read = (after?: string | null) =>
    runRoute<Page>(prepared, { ...variables, after }, createContext(services, identity));
  // The first page is read before the response starts, so that errors can still be reported.
  const first = await read();
  ctx.status = 200;
  ctx.attachment(`${table.filename}-${new Date().toISOString().slice(0, 10)}.csv`);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.set('Cache-Control', 'no-store');
  if (ctx.method === 'HEAD') return;
  await recordRepeatedEvent(services.orm.database.inRole(identity.accountId), identity.accountId, {
    action: AuditAction.table_downloaded,
    by: actorOf(identity),
  });
  const lines = Readable.from(linesOf(table, first, read, values.decimal_sign as DecimalSign));
  // An error closes the connection, so that the client recognizes an incomplete file.
  lines.once('error', () => ctx.res.destroy());
  ctx.body = lines;
}

/** Yields the lines of the file. Reads each page only when the client is ready for it. */
async function* linesOf<Page extends ListPage<unknown>>(
  { headers, rows }: CsvTable<Page>,
  first: Page,
  read: (after: string | null) => Promise<Page>,
  sign: DecimalSign,
): AsyncGenerator<string> {
  yield csvHead(headers, sign);
  for (let page = first; ; page = await read(page.list.pageInfo.endCursor)) {
    const lines = rows(page).map((row) =>
      csvLine(
        headers.map((name) => row[name]),
        sign,
      ),
    );
    if (lines.length > 0) yield lines.join('');
    if (!page.list.pageInfo.hasNextPage) return;
  }
}
