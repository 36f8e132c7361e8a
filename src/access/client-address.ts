import type { Context } from 'koa';
import ipaddr from 'ipaddr.js';

/** The peer's address, an IPv4-mapped IPv6 one as IPv4; empty where the connection has gone meanwhile. */
export function clientAddress(ctx: Context): string {
  const address = ctx.req.socket.remoteAddress;
  return address === undefined ? '' : ipaddr.process(address).toString();
}

/** What one client commands: an IPv4 address, or the /64 that a single IPv6 subscriber is given. */
export function clientNetwork(ctx: Context): string {
  const address = clientAddress(ctx);
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*$/, '')}/64`).toString();
}
