import type { Fault } from '../core/errors.js';
import { isInSubnets, networkOf, parseAddress, parseSubnet } from '../core/addresses.js';
import type { ClientAddresses } from './client-address.js';

const MAX_ENTRIES = 100;

/**
 * Parses the list of addresses from which a key can be used. An absent, null or empty list allows any address.
 * @param path the path of the list, for faults
 * @returns the distinct entries in canonical form: a subnet has its network address, an IPv4-mapped entry becomes IPv4,
 *   and an IPv6 address is written as in RFC 5952. If there are faults, the entries must not be used.
 */
export function parseAllowlist(input: unknown, path = 'ip_allowlist'): { entries: string[]; faults: Fault[] } {
  if (input === undefined || input === null) return { entries: [], faults: [] };
  if (!Array.isArray(input)) {
    return { entries: [], faults: [{ path, message: 'must be an array of addresses and CIDR subnets' }] };
  }
  const faults: Fault[] = [];
  if (input.length > MAX_ENTRIES) {
    faults.push({
      path,
      message: `must have at most ${MAX_ENTRIES} entries, not ${input.length}`,
      code: 'too_many_addresses',
      params: { most: MAX_ENTRIES, count: input.length },
    });
  }
  const entries = new Set<string>();
  for (const [index, entry] of input.slice(0, MAX_ENTRIES).entries()) {
    const text = typeof entry === 'string' ? canonical(entry) : null;
    if (text !== null) entries.add(text);
    else faults.push({ path: `${path}[${index}]`, ...entryError(entry) });
  }
  return { entries: [...entries], faults };
}

/**
 * Whether a request can use a key with this list. Every address that the request names must be on the list, because a
 * proxy may pass on a forged header. An invalid address is never on the list.
 */
export function isAllowed(entries: readonly string[], { all }: ClientAddresses): boolean {
  if (entries.length === 0) return true;
  return (
    all.length > 0 &&
    all.every((text) => {
      const address = text === null ? null : parseAddress(text);
      return address !== null && isInSubnets(entries, address);
    })
  );
}

function canonical(text: string): string | null {
  const subnet = parseSubnet(text);
  if (!subnet) return null;
  return text.includes('/') ? `${networkOf(subnet)}/${subnet[1]}` : subnet[0].toString();
}

/** The fault of an invalid entry. Its message describes a valid entry. */
function entryError(entry: unknown): Omit<Fault, 'path'> {
  const invalid = (message: string) => ({ message, code: 'address_invalid' as const });
  if (typeof entry !== 'string') return invalid('must be text: an address or a CIDR subnet such as 10.0.0.0/8');
  if (entry.includes('%')) return { message: 'must be an IPv6 address without a zone', code: 'address_zone' };
  const [base = '', prefix] = entry.split('/');
  const address = parseAddress(base);
  if (address && prefix !== undefined) {
    const mapped = address.kind() === 'ipv4' && base.includes(':');
    const range = mapped ? '96 to 128' : address.kind() === 'ipv4' ? '0 to 32' : '0 to 128';
    const [least, most] = range.split(' to ').map(Number);
    const message = `must have one prefix length from ${range} after the address, such as /${most}`;
    return { message, code: 'address_prefix', params: { least, most } };
  }
  if (base.includes('.') && /^[\dxa-f.]+$/i.test(base)) {
    const message = 'must be an IPv4 address of four decimal parts from 0 to 255, without leading zeros';
    return { message, code: 'address_ipv4' };
  }
  return invalid('must be an IPv4 or IPv6 address, or a CIDR subnet such as 10.0.0.0/8');
}
