import type Router from '@koa/router';
import type { GraphQLSchema } from 'graphql';
import type { Context } from 'koa';
import { requirePermission } from '../../auth/guard.js';
import type { Identity } from '../../auth/identity.js';
import type { Requirement } from '../../auth/permissions.js';
import { actorOf } from '../audit/actor.js';
import { createContext, type Services } from '../../graphql/context.js';
import { unauthenticated } from '../../core/errors.js';
import { prepare, type PreparedRoute } from '../../rest/prepare.js';
import { runRoute } from '../../rest/run-route.js';
import { send } from '../../rest/send.js';
import { withPrefixes } from '../../rest/prefixes.js';
import { withoutLimit } from '../../db/statement-timeout.js';
import { IMPORT_QUEUE } from './import-job.js';
import { OPTION_FIELDS, readOptions } from './import-options.js';
import { importDetail } from './import.routes.js';
import { reserveUpload } from './upload-limit.js';
import { requirementsOf, unreadableFile } from './upload-permissions.js';
import { UnreadableFile } from './reading/draft.js';
import { receive } from './receive.js';
import { isExport } from './restore/open-export.js';
import { stageExport } from './restore/stage-export.js';
import { stageFile } from './stage-file.js';
import type { ImportKey } from './findings.js';
import { stageOnce, idempotencyOf } from './upload-idempotency.js';

/**
 * Adds `POST /imports`. The request reads the whole file, so that an unreadable file is rejected at once. A job then
 * imports the rows of the file.
 */
export function importRoutes(router: Router, services: Services, schema: GraphQLSchema): void {
  const detail = prepare(schema, importDetail);
  router.post(withPrefixes('/imports'), (ctx) => upload(ctx, services, detail));
}

async function upload(ctx: Context, services: Services, detail: PreparedRoute): Promise<void> {
  const { identity } = ctx.state;
  if (!identity) throw unauthenticated();
  requirePermission({ identity }, { resource: 'queens', level: 'write' });
  const release = await reserveUpload(services, identity.accountId);
  try {
    await startImport(ctx, services, identity, detail);
  } finally {
    release();
  }
}

async function startImport(ctx: Context, services: Services, identity: Identity, detail: PreparedRoute): Promise<void> {
  const received = await receive(ctx.req, OPTION_FIELDS);
  let key: ImportKey;
  try {
    const idempotency = await idempotencyOf(ctx, received);
    const options = { ...readOptions(received.filename, received.fields, actorOf(identity)), idempotency };
    const check = (requirement: Requirement) => requirePermission({ identity }, requirement);
    const { path } = received;
    const isWhole = await isExport(path);
    const stage = () =>
      isWhole
        ? stageExport(services, identity.accountId, path, options, check)
        : stageFile(services, identity.accountId, path, options, (head) => requirementsOf(head).forEach(check));
    key = await withoutLimit(() => stageOnce(services, identity.accountId, idempotency, stage));
  } catch (error) {
    throw error instanceof UnreadableFile ? unreadableFile(error) : error;
  } finally {
    await received.discard();
  }
  // A repeated request sends the job again, because the earlier request may have failed before it sent the job. A
  // duplicate job does nothing.
  await services.jobs.send(IMPORT_QUEUE, { accountId: key.accountId, id: key.importId });
  const data = await runRoute<never>(detail, { id: key.importId }, createContext(services, identity));
  send(ctx, {
    ...detail.route.answer(data, { params: { id: key.importId }, query: {}, body: undefined }),
    status: 202,
    location: `/imports/${key.importId}`,
  });
}
