import { z } from 'zod';
import { parseSubnet } from './addresses.js';
import { StartupError } from './startup-error.js';

/** A variable's text as a number; `parse` of the text, so that `12abc` is refused. */
const integer = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must lie between ${low} and ${high}`);

const words = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean),
);

const isSubnet = (text: string) => parseSubnet(text) !== null;

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

/** The environment. Each description is what the README says of the variable. */
export const environment = z.object({
  PORT: integer(0, 65535).default(4000).describe('Port to listen on; 0 takes a free one'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional()
    .describe('A PostgreSQL 14 or newer; unset: the embedded database in DATA_DIR'),
  DATABASE_REPLICA_URLS: words
    .refine((list) => list.every((url) => /^postgres(ql)?:\/\//.test(url)), 'must be a list of postgres:// addresses')
    .default([])
    .describe('Streaming replicas of it, for reads; each an address of the same database by the same role'),
  DATABASE_POOL: integer(4, 200).default(10).describe('Connections to PostgreSQL that each process may hold'),
  DATABASE_WAIT: integer(1, 600)
    .default(10)
    .describe('Seconds that whoever needs a connection to PostgreSQL waits for one; then 503'),
  STATEMENT_TIMEOUT: integer(1, 3600)
    .default(30)
    .describe('Seconds that PostgreSQL may take for a statement of a request; then 503'),
  WORKERS: integer(1, 256).default(1).describe('Processes that answer, on PostgreSQL'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.queenbook')
    .describe('Folder of the embedded database, of one process at a time'),
  MIGRATE: z.enum(['on', 'off']).optional().describe('Bring the schema up to date at the start'),
  DEMO: z.enum(['on', 'off']).default('on').describe('Sample data in a new embedded database'),
  REGISTRATION: z.enum(['open', 'closed']).optional().describe('Whether anyone may open an account'),
  TRUSTED_PROXIES: words
    .refine((list) => list.every(isSubnet), 'must be a list of addresses or CIDR subnets')
    .default(['127.0.0.0/8', '::1/128'])
    .describe('Peers whose forwarding headers are read'),
  CLIENT_IP_HEADER: z
    .enum(['CF-Connecting-IP', 'X-Forwarded-For', 'X-Real-IP'])
    .optional()
    .describe('Read only this forwarding header'),
  KEYS_PER_ACCOUNT: integer(0, 10_000).default(20).describe('Keys of an account that are not revoked'),
  KEY_CREATIONS_PER_HOUR: integer(0, 10_000).default(10).describe('Keys an account may create in 60 minutes'),
  FAILED_KEYS_PER_MINUTE: integer(0, 10_000_000)
    .default(300)
    .describe('Unknown keys an address may present in a minute; 0 = no limit'),
  ACCOUNTS_PER_HOUR: integer(0, 10_000_000)
    .default(20)
    .describe('Accounts that may be opened in an hour from one address, this machine excepted; 0 = no limit'),
  REQUESTS_PER_MINUTE: integer(0, 10_000_000).default(1200).describe('Requests of a key or session; 0 = no limit'),
  SESSIONS_PER_ACCOUNT: integer(1, 10_000)
    .default(50)
    .describe('Sessions of an account; who signs in once more ends the one that was not renewed for longest'),
  OPEN_IMPORTS: integer(1, 1000).default(10).describe('Imports of an account that are sent, wait or go on at a time'),
  CONNECTIONS: integer(10, 1_000_000)
    .default(5000)
    .describe('Connections of clients that each process takes; more are closed at once'),
  ALLOWED_ORIGINS: words
    .refine((list) => list.every(isOrigin), 'must be a list of origins such as https://app.example.org')
    .default([])
    .describe('Origins of other front ends (CORS for bearer keys)'),
  PUBLIC_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http(s) address')
    .optional()
    .describe('The address people use; https makes cookies Secure'),
  SESSION_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Signs cookies; required with DATABASE_URL'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Opens /metrics to whoever presents it; unset: only to programs on this machine'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http(s) address')
    .optional()
    .describe('A collector of OpenTelemetry that takes traces by OTLP over HTTP; unset: none are made'),
  OTEL_EXPORTER_OTLP_HEADERS: words
    .refine((list) => list.every((word) => /^[\w-]+=.+$/.test(word)), 'must be a list of headers such as name=value')
    .transform((list) => Object.fromEntries(list.map((word) => word.split(/=(.*)/s, 2) as [string, string])))
    .default({})
    .describe('Headers for the collector, as name=value,…'),
  OTEL_SERVICE_NAME: z.string().min(1).default('queenbook').describe('The name of this service in traces'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1)
    .describe('The share of requests that are traced where no traceparent says so'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('What is logged'),
});

type Parsed = z.infer<typeof environment>;
export type Config = Readonly<
  Omit<Parsed, 'REGISTRATION' | 'MIGRATE' | 'DEMO'> & {
    REGISTRATION: 'open' | 'closed';
    MIGRATE: boolean;
    DEMO: boolean;
  }
>;

/** A variable with a bad value; the message is one line that names it. */
export class ConfigError extends StartupError {}

/** Parses the environment; an empty variable counts as unset. @throws {ConfigError} */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environment.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(lines.join('; '));
  }
  const { data } = result;
  const embedded = data.DATABASE_URL === undefined;
  if (!embedded && data.SESSION_SECRET === undefined) {
    throw new ConfigError('SESSION_SECRET must be set where DATABASE_URL is: it signs cookies on every process alike');
  }
  if (embedded && data.DATABASE_REPLICA_URLS.length > 0) {
    throw new ConfigError('DATABASE_REPLICA_URLS must be empty unless DATABASE_URL is set: they follow that database');
  }
  if (embedded && data.WORKERS > 1) {
    throw new ConfigError('WORKERS must be 1 unless DATABASE_URL is set: the embedded database takes one process');
  }
  return Object.freeze({
    ...data,
    REGISTRATION: data.REGISTRATION ?? (embedded ? 'open' : 'closed'),
    MIGRATE: data.MIGRATE === undefined ? embedded : data.MIGRATE === 'on',
    DEMO: embedded && data.DEMO === 'on',
  });
}

/** Whether people reach the service over https. The proxy in front terminates TLS, so the connection does not show it. */
export function isHttps({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean {
  return PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol === 'https:';
}
