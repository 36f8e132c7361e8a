import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { StartupError } from '../core/startup-error.js';
import type { Config } from '../core/config.js';

/**
 * Settles with the port once the server listens.
 * @throws {StartupError} naming the variable in whose value it lies
 */
export async function listen(server: Server, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Promise<number> {
  try {
    server.listen(PORT, HOST);
    await once(server, 'listening');
  } catch (error) {
    throw new StartupError(inWords(error as NodeJS.ErrnoException, HOST, PORT));
  }
  return (server.address() as AddressInfo).port;
}

function inWords({ code, syscall, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT ${port} at HOST ${host} is taken by another process`;
  if (syscall === 'getaddrinfo') return `HOST ${host} is neither an address nor a name that can be found (${code})`;
  return `cannot listen on HOST ${host}, PORT ${port} (${code ?? message})`;
}

/** The line that says that whatever is asked will be answered, and where. */
export function sayListening(host: string, port: number): void {
  process.stdout.write(`Queenbook listening on http://${host.includes(':') ? `[${host}]` : host}:${port}\n`);
}
