import { countByNetwork } from '../../auth/address-limit.js';
import { isInSubnets, parseAddress } from '../../core/addresses.js';
import { rateLimitError } from '../../auth/rate-limit-error.js';
import type { Services } from '../../graphql/context.js';

/** Networks of local clients: the operator, or all clients of a local proxy that does not forward addresses. */
const LOCAL_NETWORKS = ['127.0.0.0/8', '::/64'];

/**
 * Limits the number of accounts that one network can create in an hour. Local networks have no limit: all clients of a
 * local proxy can have the same address, so a few clients could use up the limit for all.
 * @param network value of `clientNetwork`
 */
export async function limitAccountCreation(services: Services, network: string): Promise<void> {
  const { ACCOUNTS_PER_HOUR: quota } = services.config;
  const address = parseAddress(network);
  if (quota === 0 || !address || isInSubnets(LOCAL_NETWORKS, address)) return;
  const policy = { name: 'accounts', quota, seconds: 3600 };
  const { count, wait } = await countByNetwork(services, policy, network);
  if (count > quota)
    throw rateLimitError(policy, wait, `At most ${quota} accounts can be created from one IP address in an hour.`);
}
