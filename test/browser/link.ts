import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/**
 * A proxy between a device and the service. Tests can cut the connection, slow it down, or serve a new version of the
 * interface.
 */
export interface Link {
  url: string;
  cut(): void;
  mend(): void;
  /** Whether the proxy responds with 503, as if the service was down. */
  down: boolean;
  /** If set, the proxy serves another version of the interface, whose script has this name. */
  version: string;
  close(): Promise<void>;
}

/** Matches the path of the script that starts the interface. */
const SCRIPT = /\/assets\/app-[\w-]+\.js/g;

/** @param delay maximum delay of a request, and of its response, in milliseconds */
export async function startLink(target: string, delay = 0): Promise<Link> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let script = '';
  const link: Link = {
    url: '',
    down: false,
    version: '',
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close: () => {
      link.cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const pause = () => (delay ? setTimeout(Math.random() * delay) : undefined);
  const another = () => `/assets/app-${link.version}.js`;
  const server: Server = createServer((incoming, outgoing) => {
    if (link.down) return void outgoing.writeHead(503).end();
    void Promise.resolve(pause()).then(() => forward(incoming, outgoing));
  });

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    // Another version is served by changing the text of the page, so the service must not compress the page.
    const headers = link.version ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers;
    const path = link.version && incoming.url === another() ? script : incoming.url;
    const sent = request(target + path, { method: incoming.method, headers }, async (response) => {
      await pause();
      const isPage =
        /html|javascript/.test(response.headers['content-type'] ?? '') && !incoming.url!.startsWith('/assets/');
      if (!link.version || !isPage) {
        outgoing.writeHead(response.statusCode!, response.headers);
        return void response.pipe(outgoing);
      }
      void text(response).then((body) => {
        script = body.match(SCRIPT)?.[0] ?? script;
        const next = body.replace(SCRIPT, another).replace(/"revision":"[^"]+"/, `"revision":"${link.version}"`);
        outgoing
          .writeHead(response.statusCode!, { ...response.headers, 'content-length': Buffer.byteLength(next) })
          .end(next);
      });
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  }

  // No timeout closes idle connections, because a request on a connection that is being closed would fail by chance.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    if (isCut) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  link.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return link;
}
