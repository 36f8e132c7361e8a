import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const QUERY = 0x51; // 'Q': a simple query
const EXECUTE = 0x45; // 'E': execution of a parsed and bound statement

/**
 * Starts a proxy to PostgreSQL that counts statements by the messages of the protocol
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html), without TLS.
 * @returns the counter, with the address to use instead of `url`
 */
export async function countStatements(url) {
  const { hostname, port } = new URL(url);
  const counter = { statements: 0, url: '', close };
  const sockets = new Set();
  const proxy = createServer((client) => {
    const server = connect(Number(port || 5432), hostname);
    const read = reader((type) => {
      if (type === QUERY || type === EXECUTE) counter.statements += 1;
    });
    client.on('data', read);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ]) {
      sockets.add(from);
      from.setNoDelay();
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  counter.url = Object.assign(new URL(url), { host: `127.0.0.1:${proxy.address().port}` }).href;
  return counter;

  function close() {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  }
}

/**
 * Returns a function that reads bytes and calls `onMessage` with the type of each message. The first message has no
 * type.
 */
function reader(onMessage) {
  const head = Buffer.alloc(5);
  let size = 4;
  let filled = 0;
  let skip = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (skip > 0) {
        const passed = Math.min(skip, chunk.length - at);
        skip -= passed;
        at += passed;
        continue;
      }
      head[filled] = chunk[at];
      filled += 1;
      at += 1;
      if (filled < size) continue;
      if (size === 5) onMessage(head[0]);
      skip = head.readInt32BE(size - 4) - 4;
      filled = 0;
      size = 5;
    }
  };
}
