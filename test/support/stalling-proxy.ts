import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of a server that can stall: it stops passing on data without closing connections. */
export async function stallingProxy(server: string) {
  const { hostname, port } = new URL(server);
  const sockets: Socket[] = [];
  let stalled = false;
  const proxy = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    sockets.push(near, far);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    if (stalled) return;
    near.pipe(far);
    far.pipe(near);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(server);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    /** Open connections. */
    held: () => sockets.filter(({ destroyed }) => !destroyed).length / 2,
    /** Stalls the open connections permanently. */
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Accepts new connections but passes nothing on until `resume`. */
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
