import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Subnet = [Address, number];

/**
 * Reads one address: IPv4 in four decimal parts without leading zeros, or IPv6 without a zone. An IPv4-mapped one
 * (RFC 4291, 2.5.5.2) is read as IPv4, so that a client is the same whichever socket it comes by.
 * @returns null for anything else: ipaddr.js alone would read `010.1.2.3`, `127.1` and `0x7f.1`
 */
export function parseAddress(text: string): Address | null {
  return isIP(text) === 0 || text.includes('%') ? null : addresses.memo(text);
}

/** The peer of a connection. A zone names an interface of this host; it says nothing about the client. */
export function parsePeer(remoteAddress = ''): Address | null {
  return parseAddress(remoteAddress.split('%', 1)[0]!);
}

/** The same clients, proxies and subnets come with each request. */
const MOST = 1000;
const addresses = new LRUCache<string, Address>({ max: MOST, memoMethod: (text) => ipaddr.process(withoutDots(text)) });
const subnets = new LRUCache<string, Subnet>({ max: MOST });

/** `::192.0.2.1` in hex: ipaddr.js takes that deprecated form (RFC 4291, 2.5.5.1) for the mapped one, which it is not. */
function withoutDots(text: string): string {
  if (!text.startsWith('::')) return text;
  return text.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
}

/**
 * Reads an address or a CIDR subnet (RFC 4632, RFC 4291 2.3); a single address is the subnet of just itself. A mapped
 * subnet of 96 bits or more is read as IPv4.
 * @returns null where it is neither
 */
export function parseSubnet(text: string): Subnet | null {
  const known = subnets.get(text);
  if (known) return known;
  const read = readSubnet(text);
  if (read) subnets.set(text, read);
  return read;
}

function readSubnet(text: string): Subnet | null {
  const [, base = '', length] = /^([^/]*)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const address = parseAddress(base);
  if (!address) return null;
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  if (length === undefined) return [address, bits];
  // The prefix of a mapped subnet counts the 96 bits that are gone now.
  const prefix = Number(length) - (base.includes(':') && bits === 32 ? 96 : 0);
  return prefix >= 0 && prefix <= bits ? [address, prefix] : null;
}

/** The network's address, with the bits of the host cleared. */
export function networkOf([address, prefix]: Subnet): string {
  const cidr = `${address.toString()}/${prefix}`;
  return (
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr)
  ).toString();
}

/** Whether the address lies in one of the subnets; one that cannot be read holds nothing. IPv4 never lies in an IPv6 subnet. */
export function isInSubnets(subnets: readonly string[], address: Address): boolean {
  return subnets.some((text) => {
    const subnet = parseSubnet(text);
    return subnet !== null && subnet[0].kind() === address.kind() && address.match(subnet);
  });
}
