import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Starts a proxy for a server. The proxy can stall: it then forwards no data, but closes no connections. */
export async function stallingProxy(server: string) {
  const { hostname, port } = new URL(server);
  const sockets: Socket[] = [];
  let stalled = false;
  const proxy = createServer((downstream) => {
    const upstream = connect(Number(port || 5432), hostname);
    sockets.push(downstream, upstream);
    downstream.on('error', () => upstream.destroy());
    upstream.on('error', () => downstream.destroy());
    if (stalled) return;
    downstream.pipe(upstream);
    upstream.pipe(downstream);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(server);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    /** Returns the number of open connections. */
    openConnections: () => sockets.filter(({ destroyed }) => !destroyed).length / 2,
    /** Stalls the open connections permanently. */
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Stalls the open connections permanently, and also each connection that is opened before `resume()`. */
    stall() {
      stalled = true;
      this.silence();
    },
    resume() {
      stalled = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
