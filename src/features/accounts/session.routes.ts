import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientNetwork } from '../../auth/client-address.js';
import { actorOf } from '../audit/actor.js';
import { requireSession, refuseKey } from '../../auth/session-only.js';
import type { Services } from '../../graphql/context.js';
import { ServiceError } from '../../core/errors.js';
import { readJson } from '../../http/json-body.js';
import { withPrefixes } from '../../rest/prefixes.js';
import { changePassword, findAccount, openAccount, signIn } from './accounts.js';
import type { Account } from './account.entity.js';
import { check, ACCOUNT_DELETION, PASSWORD_CHANGE, PASSWORD_RESET, SIGN_IN } from './input.js';
import { deleteOwnAccount } from './account-deletion.js';
import { endOldestSessions } from './session-limit.js';
import { usePasswordLink } from './password-links.js';
import { endSession, sessionIdHash, startSession, sweepSessions } from '../../auth/session-store.js';

/** Routes of accounts, sessions and passwords, under both path prefixes. These routes do not accept API keys. */
export function sessionRoutes(router: Router, services: Services): void {
  router.post(withPrefixes('/accounts'), async (ctx) => {
    refuseKey(ctx);
    if (services.config.REGISTRATION === 'closed') {
      throw new ServiceError('registration_closed', 'Only the operator of this service can create accounts.');
    }
    const account = await openAccount(services, await readJson(ctx), clientNetwork(ctx.req, services.config));
    await startSession(ctx, account);
    answer(ctx, 201, account);
  });

  router.post(withPrefixes('/session'), async (ctx) => {
    refuseKey(ctx);
    const credentials = check(SIGN_IN, await readJson(ctx));
    const account = await signIn(services, credentials, clientNetwork(ctx.req, services.config));
    await startSession(ctx, account);
    await endOldestSessions(services, account.id);
    answer(ctx, 200, account);
    await sweepSessions(services);
  });

  router.get(withPrefixes('/session'), async (ctx) => {
    answer(ctx, 200, await findAccount(services, requireSession(ctx).accountId));
  });

  router.delete(withPrefixes('/session'), async (ctx) => {
    refuseKey(ctx);
    await endSession(ctx);
    empty(ctx);
  });

  router.delete(withPrefixes('/account'), async (ctx) => {
    const identity = requireSession(ctx);
    const { password } = check(ACCOUNT_DELETION, await readJson(ctx, { optional: true }));
    const network = clientNetwork(ctx.req, services.config);
    await deleteOwnAccount(services, identity.accountId, { password, by: actorOf(identity), network });
    await endSession(ctx);
    empty(ctx);
  });

  router.put(withPrefixes('/account/password'), async (ctx) => {
    const identity = requireSession(ctx);
    const passwords = check(PASSWORD_CHANGE, await readJson(ctx));
    const { current_password: current, new_password: next } = passwords;
    await changePassword(services, identity.accountId, {
      current,
      next,
      by: actorOf(identity),
      network: clientNetwork(ctx.req, services.config),
      keepSession: sessionIdHash(ctx),
    });
    empty(ctx);
  });

  router.post(withPrefixes('/account/password-link'), async (ctx) => {
    refuseKey(ctx);
    const { token, new_password: password } = check(PASSWORD_RESET, await readJson(ctx));
    await usePasswordLink(services, { token, password, network: clientNetwork(ctx.req, services.config) });
    empty(ctx);
  });
}

function answer(ctx: Context, status: number, account: Account): void {
  const { id, email, name, language, createdAt } = account;
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { data: { id, email, name, language, created_at: createdAt } };
}

function empty(ctx: Context): void {
  ctx.status = 204;
  ctx.set('Cache-Control', 'no-store');
}
