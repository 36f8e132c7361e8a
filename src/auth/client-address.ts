import type { IncomingMessage } from 'node:http';
import type { Config } from '../core/config.js';
import { isInSubnets, networkOf, parseAddress, parsePeer, type Address } from '../core/addresses.js';

export interface ClientAddresses {
  /** Every address that the request names as its client's, in canonical form; null for one that cannot be read. */
  all: readonly (string | null)[];
  /** The one to remember and to count by; null where the connection has gone meanwhile. */
  forRecord: string | null;
}

type Request = Pick<IncomingMessage, 'headers'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };
type ProxyConfig = Pick<Config, 'TRUSTED_PROXIES' | 'CLIENT_IP_HEADER'>;

/** In the order in which they are taken for the record. */
const HEADERS = ['CF-Connecting-IP', 'X-Forwarded-For', 'X-Real-IP'] as const;
const NAMES = HEADERS.map((name) => name.toLowerCase());

/**
 * Where a request comes from: the peer, unless it is a trusted proxy; then what each of the three forwarding headers
 * says. An untrusted peer's headers are never looked at. A trusted proxy that sets one of them may have passed on the
 * others as its client sent them, so all of them are told, and access has to be judged by all of them.
 */
export function clientAddresses({ headers, socket }: Request, config: ProxyConfig): ClientAddresses {
  const { peer, alone } = peerOf(socket);
  const isForwarded = NAMES.some((name) => headers[name] !== undefined);
  if (!peer || !isForwarded || !isInSubnets(config.TRUSTED_PROXIES, peer)) return alone;
  const named = HEADERS.flatMap((name, index) => {
    const value = headers[NAMES[index]!];
    if (value === undefined || (config.CLIENT_IP_HEADER ?? name) !== name) return [];
    const text = [value].flat().join(',');
    const address = name === 'X-Forwarded-For' ? lastUntrusted(text, config.TRUSTED_PROXIES) : parseHop(text.trim());
    return [address?.toString() ?? null];
  });
  if (named.length === 0) return alone;
  return { all: named, forRecord: named.find((address) => address !== null) ?? alone.forRecord };
}

interface Peer {
  peer: Address | null;
  /** What is told where nothing else is. */
  alone: ClientAddresses;
}

/** By the connection, which keeps its peer. */
const peers = new WeakMap<Request['socket'], Peer>();

function peerOf(socket: Request['socket']): Peer {
  let known = peers.get(socket);
  if (!known) {
    const peer = parsePeer(socket.remoteAddress);
    const itself = peer?.toString() ?? null;
    known = { peer, alone: { all: [itself], forRecord: itself } };
    if (peer) peers.set(socket, known);
  }
  return known;
}

/**
 * What one client commands, to count attempts by: an IPv4 address, or the /64 that a single IPv6 subscriber is given
 * (RFC 6177). Empty where the connection has gone meanwhile.
 */
export function clientNetwork(request: Request, config: ProxyConfig): string {
  const address = parseAddress(clientAddresses(request, config).forRecord ?? '');
  if (!address) return '';
  return address.kind() === 'ipv4' ? address.toString() : networkOf([address, 64]);
}

/**
 * Each proxy appends the peer that it saw, so the list can be believed from the right, as far as the hops are proxies
 * of ours; the leftmost counts where all are. Empty elements say nothing (RFC 9110, 5.6.1.2).
 */
function lastUntrusted(header: string, proxies: readonly string[]): Address | null {
  const hops = header
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  for (let index = hops.length - 1; index >= 0; index -= 1) {
    const address = parseHop(hops[index]!);
    if (index === 0 || !address || !isInSubnets(proxies, address)) return address;
  }
  return null;
}

/**
 * An address as proxies write it: plain, or like a node of RFC 7239 (6) with a port or in brackets, `192.0.2.1:4711`,
 * `[2001:db8::1]:4711`, `[2001:db8::1]`. Its `unknown`, `_hidden` and quotes are no address.
 */
function parseHop(text: string): Address | null {
  const [, v6, v4] = /^(?:\[([^\]:]*:[^\]]*)\]|(\d[\d.]*))(?::\d{1,5})?$/.exec(text) ?? [];
  return parseAddress(v6 ?? v4 ?? text);
}
