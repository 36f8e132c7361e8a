import { createTestDatabase } from './database.ts';

/** Limits that the tests of one process do not reach. Other tests check the limits. */
const LIMITS = {
  ACCOUNTS_PER_HOUR: '0',
  FAILED_KEYS_PER_MINUTE: '0',
  REQUESTS_PER_MINUTE: '1000000',
  KEYS_PER_ACCOUNT: '1000',
  KEY_CREATIONS_PER_HOUR: '1000',
  OPEN_IMPORTS: '1000',
};

const running = new Map();

/** Returns a function that starts a shared resource at its first call. */
const once = (name, start) => () => {
  if (!running.has(name)) running.set(name, start());
  return running.get(name);
};

/** Closes the shared resources in the main process of Jest. Open handles would prevent the end of this process. */
export async function closeShared() {
  for (const each of running.values()) await (await each).close();
  running.clear();
}

/** A complete service with its background work. */
export const service = once('service', async () => {
  const { createApp, readConfig, httpServer, createLog } = await compiled(
    'server/app',
    'core/config',
    'http/server',
    'observability/log',
  );
  const database = await createTestDatabase();
  const config = readConfig({ DEMO: 'off', LOG_LEVEL: 'fatal', ...LIMITS, ...database.environment });
  const app = await createApp(config, createLog(config.LOG_LEVEL));
  const server = httpServer(app.koa.callback());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    services: app.services,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.close();
      await database.drop();
    },
  };
});

/** An open database without background work. */
export const database = once('database', async () => {
  const { ENTITIES, openOrm, readConfig } = await compiled('db/orm', 'core/config', 'features/entities');
  const { environment, drop } = await createTestDatabase();
  const config = readConfig(environment);
  let listener = () => undefined;
  const orm = await openOrm(config, ENTITIES, { onStatement: (text) => listener(text) });
  return {
    config,
    orm,
    /** Sets the listener for statements. */
    listen: (next) => (listener = next),
    async close() {
      await orm.close();
      await drop();
    },
  };
});

async function compiled(...names) {
  await import('reflect-metadata');
  return Object.assign({}, ...(await Promise.all(names.map((name) => import(`../../dist/src/${name}.js`)))));
}
