import type Router from '@koa/router';
import type { GraphQLSchema } from 'graphql';
import type { Context } from 'koa';
import { requirePermission } from '../../auth/guard.js';
import type { Identity } from '../../auth/identity.js';
import type { Requirement } from '../../auth/permissions.js';
import { actorOf } from '../audit/actor.js';
import { createContext, type Services } from '../../graphql/context.js';
import { invalid, ServiceError, unauthenticated } from '../../core/errors.js';
import { prepare, type PreparedRoute } from '../../rest/prepare.js';
import { identityOf, runRoute } from '../../rest/run-route.js';
import { send } from '../../rest/send.js';
import { withPrefixes } from '../../rest/prefixes.js';
import { withoutLimit } from '../../db/statement-timeout.js';
import { IMPORT_QUEUE } from './import-job.js';
import { OPTION_FIELDS, readOptions } from './import-options.js';
import { importDetail } from './import.routes.js';
import { admitUpload } from './open-imports.js';
import { UnreadableFile, type TableHead } from './reading/draft.js';
import { receive } from './receive.js';
import { isExport } from './restore/open-export.js';
import { stageExport } from './restore/stage-export.js';
import { stageFile } from './stage-file.js';
import type { ImportKey } from './findings.js';
import { once, sameUpload } from './upload-once.js';

/** `POST /imports`: reads the whole file, so that one that cannot be read is refused at once; the rest is a job. */
export function importRoutes(router: Router, services: Services, schema: GraphQLSchema): void {
  const detail = prepare(schema, importDetail);
  router.post(withPrefixes('/imports'), (ctx) => upload(ctx, services, detail));
}

async function upload(ctx: Context, services: Services, detail: PreparedRoute): Promise<void> {
  const identity = identityOf(ctx);
  if (!identity) throw unauthenticated();
  requirePermission({ identity }, { resource: 'queens', level: 'write' });
  const arrived = await admitUpload(services, identity.accountId);
  try {
    await take(ctx, services, identity, detail);
  } finally {
    arrived();
  }
}

async function take(ctx: Context, services: Services, identity: Identity, detail: PreparedRoute): Promise<void> {
  const received = await receive(ctx.req, OPTION_FIELDS);
  let key: ImportKey;
  try {
    const idempotency = await sameUpload(ctx, received);
    const options = { ...readOptions(received.filename, received.fields, actorOf(identity)), idempotency };
    const check = (requirement: Requirement) => requirePermission({ identity }, requirement);
    const { path } = received;
    const isWhole = await isExport(path);
    const stage = () =>
      isWhole
        ? stageExport(services, identity.accountId, path, options, check)
        : stageFile(services, identity.accountId, path, options, (head) => broughtBy(head).forEach(check));
    key = await withoutLimit(() => once(services, identity.accountId, idempotency, stage));
  } catch (error) {
    throw error instanceof UnreadableFile ? refusal(error) : error;
  } finally {
    await received.discard();
  }
  // One that came before may have been left without its job; whoever finds it at work, or done, leaves it alone.
  await services.jobs.send(IMPORT_QUEUE, { accountId: key.accountId, id: key.importId });
  const data = await runRoute<never>(detail, { id: key.importId }, createContext(services, identity));
  send(ctx, {
    ...detail.route.answer(data, { params: { id: key.importId }, query: {}, body: undefined }),
    status: 202,
    location: `/imports/${key.importId}`,
  });
}

/** What a file may bring besides queens, each under its own permission. */
function broughtBy({ brings }: TableHead): Requirement[] {
  return [
    ...(brings.evaluations ? [{ resource: 'evaluations', level: 'write' } as const] : []),
    ...(brings.places ? [{ resource: 'hive', level: 'write' } as const] : []),
    ...(brings.breedingValues ? [{ resource: 'blup', level: 'write' } as const] : []),
  ];
}

/** With what stands in the file, where a mapping would make it readable. */
function refusal({ message, path, code, unmapped }: UnreadableFile): ServiceError {
  return code === 'validation_failed'
    ? invalid([{ path, message, code: 'unreadable_file', params: { reason: message } }], unmapped && { ...unmapped })
    : new ServiceError(code, message);
}
