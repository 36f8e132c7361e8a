import type { IncomingMessage } from 'node:http';
import type { Config } from '../core/config.js';
import { isInSubnets, networkOf, parseAddress, parsePeer, type Address } from '../core/addresses.js';

export interface ClientAddresses {
  /** All addresses that access control must check, in canonical form; null for an invalid address. */
  all: readonly (string | null)[];
  /** The address for the audit trail, the last use of a key and rate limits; null if the connection is closed. */
  forRecord: string | null;
}

type Request = Pick<IncomingMessage, 'headers'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };
type ProxyConfig = Pick<Config, 'TRUSTED_PROXIES' | 'CLIENT_IP_HEADER'>;

/** The forwarding headers, in the order in which `forRecord` uses them. */
const HEADER_NAMES = ['CF-Connecting-IP', 'X-Forwarded-For', 'X-Real-IP'] as const;
const HEADERS = HEADER_NAMES.map((name) => ({ name, key: name.toLowerCase() }));

/**
 * The client addresses of a request: the peer, or one address from each forwarding header if the peer is a trusted
 * proxy. Headers of an untrusted peer are ignored. A trusted proxy sets one of these headers, but may pass on the other
 * headers as the client sent them. Therefore the addresses of all headers are returned, unless `CLIENT_IP_HEADER` names
 * the only header to read. Access control must check each address.
 */
export function clientAddresses({ headers, socket }: Request, config: ProxyConfig): ClientAddresses {
  const peer = parsePeer(socket.remoteAddress);
  const peerAddress = peer?.toString() ?? null;
  const addresses: ClientAddresses = { all: [peerAddress], forRecord: peerAddress };
  const isForwarded = HEADERS.some(({ key }) => headers[key] !== undefined);
  if (!peer || !isForwarded || !isInSubnets(config.TRUSTED_PROXIES, peer)) return addresses;
  const named = HEADERS.flatMap(({ name, key }) => {
    const value = headers[key];
    if (value === undefined || (config.CLIENT_IP_HEADER ?? name) !== name) return [];
    const text = [value].flat().join(',');
    const address = name === 'X-Forwarded-For' ? lastUntrusted(text, config.TRUSTED_PROXIES) : parseHop(text.trim());
    return [address?.toString() ?? null];
  });
  if (named.length === 0) return addresses;
  return { all: named, forRecord: named.find((address) => address !== null) ?? addresses.forRecord };
}

/**
 * The network of a client, for rate limits: an IPv4 address, or the /64 subnet of an IPv6 address, because a subscriber
 * gets at least a /64 (RFC 6177). Empty if the connection is closed.
 */
export function clientNetwork(request: Request, config: ProxyConfig): string {
  const address = parseAddress(clientAddresses(request, config).forRecord ?? '');
  if (!address) return '';
  return address.kind() === 'ipv4' ? address.toString() : networkOf([address, 64]);
}

/**
 * The rightmost address that is not a trusted proxy, or the leftmost address if all are trusted. Each proxy appends the
 * address of its peer, so a client can forge the addresses further left. Empty elements are ignored (RFC 9110,
 * 5.6.1.2).
 */
function lastUntrusted(header: string, proxies: readonly string[]): Address | null {
  const hops = header
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  let address: Address | null = null;
  for (const hop of hops.reverse()) {
    address = parseHop(hop);
    if (!address || !isInSubnets(proxies, address)) break;
  }
  return address;
}

/**
 * Parses an address as proxies write it: plain, in brackets, or with a port (RFC 7239, 6), such as `192.0.2.1:4711` or
 * `[2001:db8::1]:4711`. `unknown`, `_hidden` and quoted values are not addresses.
 */
function parseHop(text: string): Address | null {
  const [, v6, v4] = /^(?:\[([^\]:]*:[^\]]*)\]|(\d[\d.]*))(?::\d{1,5})?$/.exec(text) ?? [];
  return parseAddress(v6 ?? v4 ?? text);
}
