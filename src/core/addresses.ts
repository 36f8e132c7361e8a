import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Subnet = [Address, number];

/**
 * Parses one address: IPv4 in four decimal parts without leading zeros, or IPv6 without a zone. IPv4-mapped IPv6 (RFC
 * 4291, 2.5.5.2) becomes IPv4, so that a client has the same address on IPv4 and IPv6 sockets.
 * @returns null for any other text. ipaddr.js alone would accept `010.1.2.3`, `127.1` and `0x7f.1`.
 */
export function parseAddress(text: string): Address | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.process(withoutDots(text));
}

/** The address of a connection's peer, without its zone, which names an interface of this host. */
export function parsePeer(remoteAddress = ''): Address | null {
  const [address = ''] = remoteAddress.split('%', 1);
  return parseAddress(address);
}

/** Parsed subnets are cached, because a request can be compared with a hundred subnets of a key. */
const subnets = new LRUCache<string, Subnet>({ max: 1000 });

/**
 * Converts the deprecated form `::192.0.2.1` (RFC 4291, 2.5.5.1) to hex, because ipaddr.js would treat it as
 * IPv4-mapped.
 */
function withoutDots(text: string): string {
  if (!text.startsWith('::')) return text;
  return text.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
}

/**
 * Parses an address or a CIDR subnet (RFC 4632, RFC 4291 2.3). A single address is a subnet of one address. An
 * IPv4-mapped subnet with a prefix of 96 or more becomes IPv4.
 * @returns null if the text is neither an address nor a subnet
 */
export function parseSubnet(text: string): Subnet | null {
  const cached = subnets.get(text);
  if (cached) return cached;
  const subnet = readSubnet(text);
  if (subnet) subnets.set(text, subnet);
  return subnet;
}

function readSubnet(text: string): Subnet | null {
  const [, base = '', length] = /^([^/]*)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const address = parseAddress(base);
  if (!address) return null;
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  if (length === undefined) return [address, bits];
  // The prefix of an IPv4-mapped subnet includes the 96 bits that the conversion to IPv4 removed.
  const prefix = Number(length) - (base.includes(':') && bits === 32 ? 96 : 0);
  return prefix >= 0 && prefix <= bits ? [address, prefix] : null;
}

/** The network address of a subnet. Its host bits are zero. */
export function networkOf([address, prefix]: Subnet): string {
  const cidr = `${address.toString()}/${prefix}`;
  return (
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr)
  ).toString();
}

/**
 * Whether one of the subnets contains the address. An invalid subnet contains no address, and an IPv6 subnet contains
 * no IPv4 address.
 */
export function isInSubnets(subnets: readonly string[], address: Address): boolean {
  return subnets.some((text) => {
    const subnet = parseSubnet(text);
    return subnet !== null && subnet[0].kind() === address.kind() && address.match(subnet);
  });
}
