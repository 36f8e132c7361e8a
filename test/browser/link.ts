import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/**
 * The connection between a device and the service. Tests can cut it, slow it down, or let it serve a new version of the
 * interface.
 */
export interface Link {
  url: string;
  cut(): void;
  mend(): void;
  /** Whether requests are answered with 503, as by a proxy in front of a service that is down. */
  down: boolean;
  /** From now on, the interface is another version: its script has this name. */
  version: string;
  close(): Promise<void>;
}

/** The name of the script that starts the interface. */
const SCRIPT = /\/assets\/app-[\w-]+\.js/g;

/** @param delay the longest delay of a request, and of its response, in milliseconds */
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
    // To serve another version, the page is changed as text, so the service must not compress it.
    const headers = link.version ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers;
    const path = link.version && incoming.url === another() ? script : incoming.url;
    const sent = request(target + path, { method: incoming.method, headers }, async (answer) => {
      await pause();
      const isPage =
        /html|javascript/.test(answer.headers['content-type'] ?? '') && !incoming.url!.startsWith('/assets/');
      if (!link.version || !isPage) {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        return void answer.pipe(outgoing);
      }
      void text(answer).then((body) => {
        script = body.match(SCRIPT)?.[0] ?? script;
        const next = body.replace(SCRIPT, another).replace(/"revision":"[^"]+"/, `"revision":"${link.version}"`);
        outgoing
          .writeHead(answer.statusCode!, { ...answer.headers, 'content-length': Buffer.byteLength(next) })
          .end(next);
      });
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  }

  // A request that arrives on a connection while it is being closed would fail by chance.
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
