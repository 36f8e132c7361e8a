import type Router from '@koa/router';
import { checkAccess } from '../auth/guard.js';
import { refuseKey } from '../auth/session-only.js';
import { invalid } from '../core/errors.js';
import type { CustomOperation } from './operation.js';
import { readParameters } from './parameters.js';
import { withPrefixes } from './prefixes.js';

/**
 * Checks access and query parameters of operations that have their own handlers. Register these checks before the
 * handlers.
 */
export function guardCustomOperations(router: Router, operations: readonly CustomOperation[]): void {
  for (const { method, path, needs, parameters = [] } of operations) {
    router.register(withPrefixes(path), [method], (ctx, next) => {
      if (needs === 'no key') refuseKey(ctx);
      else checkAccess({ identity: ctx.state.identity ?? null }, needs);
      const { faults } = readParameters(parameters, ctx.query);
      if (faults.length > 0) throw invalid(faults);
      return next();
    });
  }
}
