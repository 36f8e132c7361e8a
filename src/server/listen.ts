import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { StartupError } from '../core/startup-error.js';
import type { Config } from '../core/config.js';

/**
 * Starts listening.
 * @returns the port
 * @throws {StartupError} with the name of the variable that causes the error
 */
export async function listen(server: Server, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Promise<number> {
  try {
    server.listen(PORT, HOST);
    await once(server, 'listening');
  } catch (error) {
    throw new StartupError(listenError(error as NodeJS.ErrnoException, HOST, PORT));
  }
  return (server.address() as AddressInfo).port;
}

function listenError({ code, syscall, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT ${port} at HOST ${host} is in use by another process`;
  if (syscall === 'getaddrinfo') return `HOST ${host} is neither an address nor a resolvable name (${code})`;
  return `cannot listen on HOST ${host}, PORT ${port} (${code ?? message})`;
}

/** Prints the address when the service is ready. */
export function printAddress(host: string, port: number): void {
  process.stdout.write(`Queenbook listening on http://${host.includes(':') ? `[${host}]` : host}:${port}\n`);
}
