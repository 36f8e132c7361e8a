import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { receive } from '../../../src/features/imports/receive.js';

const BODY = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nqueen\r\n--b--\r\n';

// Regression: the upload never ended if the client disconnected after sending a small file, and counted to the limit
// of open imports until the service restarted.
test.each([BODY, BODY.slice(0, 50)])('receiving fails if the client disconnected before (sent: %j)', async (sent) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(
    `POST / HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${BODY.length}\r\n\r\n${sent}`,
  );
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const closed = new Promise((resolve) => request.once('close', resolve));
  client.destroy();
  await closed;
  await expect(receive(request, [])).rejects.toMatchObject({ message: 'file: was not received completely' });
  server.close();
});
