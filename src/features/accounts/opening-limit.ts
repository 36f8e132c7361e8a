import { countByNetwork } from '../../auth/address-limit.js';
import { isInSubnets, parseAddress } from '../../core/addresses.js';
import { rateLimitError } from '../../auth/rate-limit-error.js';
import type { Services } from '../../graphql/context.js';

/** This machine: whoever runs the service, or everybody where a proxy on it does not tell whom it asks for. */
const HERE = ['127.0.0.0/8', '::/64'];

/**
 * Limits how many accounts are opened from one network in an hour. What comes from this machine itself is not counted:
 * one count for all who come through a proxy would let a few keep everybody out.
 * @param network as `clientNetwork` tells it
 * @throws {ServiceError} `rate_limited`
 */
export async function limitOpening(services: Services, network: string): Promise<void> {
  const { ACCOUNTS_PER_HOUR: quota } = services.config;
  const address = parseAddress(network);
  if (quota === 0 || !address || isInSubnets(HERE, address)) return;
  const policy = { name: 'accounts', quota, seconds: 3600 };
  const { count, wait } = await countByNetwork(services, policy, network);
  if (count > quota) throw rateLimitError(policy, wait, `From one address ${quota} accounts may be opened in an hour.`);
}
