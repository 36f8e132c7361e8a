import { z } from 'zod';
import { parseSubnet } from './addresses.js';
import { StartupError } from './startup-error.js';

/** A whole number. The pattern rejects texts that `parseInt` would accept, such as `12abc`. */
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

/** The environment variables. Each has a description, a type and a default. */
export const environment = z.object({
  PORT: integer(0, 65535).default(4000).describe('Port to listen on; 0 chooses a free port'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional()
    .describe('PostgreSQL 14 or later; if unset, the embedded database in DATA_DIR is used'),
  DATABASE_REPLICA_URLS: words
    .refine((list) => list.every((url) => /^postgres(ql)?:\/\//.test(url)), 'must be a list of postgres:// addresses')
    .default([])
    .describe('Streaming replicas for reads, separated by commas; same database and role as DATABASE_URL'),
  DATABASE_POOL: integer(4, 200).default(10).describe('Maximum number of PostgreSQL connections per process'),
  DATABASE_WAIT: integer(1, 600)
    .default(10)
    .describe('Seconds that a request waits for a PostgreSQL connection before it fails with 503'),
  STATEMENT_TIMEOUT: integer(1, 3600)
    .default(30)
    .describe('Seconds that a statement of a request may run before the request fails with 503'),
  WORKERS: integer(1, 256).default(1).describe('Worker processes; more than 1 requires PostgreSQL'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.queenbook')
    .describe('Folder of the embedded database; one process at a time can use it'),
  MIGRATE: z.enum(['on', 'off']).optional().describe('Run migrations at the start'),
  DEMO: z.enum(['on', 'off']).default('on').describe('Load sample data into a new embedded database'),
  REGISTRATION: z.enum(['open', 'closed']).optional().describe('Whether anyone can register an account'),
  TRUSTED_PROXIES: words
    .refine((list) => list.every(isSubnet), 'must be a list of addresses or CIDR subnets')
    .default(['127.0.0.0/8', '::1/128'])
    .describe('Proxies whose forwarding headers are trusted'),
  CLIENT_IP_HEADER: z
    .enum(['CF-Connecting-IP', 'X-Forwarded-For', 'X-Real-IP'])
    .optional()
    .describe('The one forwarding header that is read; all others are ignored'),
  KEYS_PER_ACCOUNT: integer(0, 10_000)
    .default(20)
    .describe('Maximum number of API keys per account; revoked keys are not counted'),
  KEY_CREATIONS_PER_HOUR: integer(0, 10_000)
    .default(10)
    .describe('Maximum number of API keys that an account can create per hour'),
  FAILED_KEYS_PER_MINUTE: integer(0, 10_000_000)
    .default(300)
    .describe('Maximum number of unknown API keys per minute from one address; 0 = no limit'),
  ACCOUNTS_PER_HOUR: integer(0, 10_000_000)
    .default(20)
    .describe(
      'Maximum number of registrations per hour from one address; 0 = no limit. Registrations from this machine are not limited',
    ),
  REQUESTS_PER_MINUTE: integer(0, 10_000_000)
    .default(1200)
    .describe('Maximum number of requests of a key or session per minute; 0 = no limit'),
  SESSIONS_PER_ACCOUNT: integer(1, 10_000)
    .default(50)
    .describe(
      'Maximum number of sessions per account; beyond it, a sign-in ends the session that was renewed longest ago',
    ),
  OPEN_IMPORTS: integer(1, 1000)
    .default(10)
    .describe('Maximum number of imports per account that are uploading, queued or running'),
  CONNECTIONS: integer(10, 1_000_000)
    .default(5000)
    .describe('Maximum number of client connections per process; further connections are closed'),
  ALLOWED_ORIGINS: words
    .refine((list) => list.every(isOrigin), 'must be a list of origins such as https://app.example.org')
    .default([])
    .describe('Origins of other front ends, for CORS requests with API keys'),
  PUBLIC_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http(s) address')
    .optional()
    .describe('Public address of the service; with https, cookies are Secure'),
  SESSION_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Secret that signs cookies; required with DATABASE_URL'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token for /metrics; if unset, /metrics is available on this machine only'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http(s) address')
    .optional()
    .describe('OpenTelemetry collector (OTLP over HTTP); if unset, tracing is off'),
  OTEL_EXPORTER_OTLP_HEADERS: words
    .refine((list) => list.every((word) => /^[\w-]+=.+$/.test(word)), 'must be a list of headers such as name=value')
    .transform((list) => Object.fromEntries(list.map((word) => word.split(/=(.*)/s, 2) as [string, string])))
    .default({})
    .describe('Headers for the collector, as name=value pairs separated by commas'),
  OTEL_SERVICE_NAME: z.string().min(1).default('queenbook').describe('Service name in traces'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1)
    .describe('Share of requests to trace, from 0 to 1, among the requests without a traceparent header'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('Log level'),
});

type Parsed = z.infer<typeof environment>;
export type Config = Readonly<
  Omit<Parsed, 'REGISTRATION' | 'MIGRATE' | 'DEMO'> & {
    REGISTRATION: 'open' | 'closed';
    MIGRATE: boolean;
    DEMO: boolean;
  }
>;

/** An invalid environment variable. The message is one line that names the variable. */
export class ConfigError extends StartupError {}

/** Parses the environment; an empty variable counts as unset. @throws {ConfigError} */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environment.safeParse(variables);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(lines.join('; '));
  }
  const { data } = result;
  const embedded = data.DATABASE_URL === undefined;
  if (!embedded && data.SESSION_SECRET === undefined) {
    throw new ConfigError(
      'SESSION_SECRET is required with DATABASE_URL: all processes must sign cookies with the same secret',
    );
  }
  if (embedded && data.DATABASE_REPLICA_URLS.length > 0) {
    throw new ConfigError('DATABASE_REPLICA_URLS requires DATABASE_URL: the replicas must be copies of that database');
  }
  if (embedded && data.WORKERS > 1) {
    throw new ConfigError(
      'WORKERS must be 1 unless DATABASE_URL is set: only one process can use the embedded database',
    );
  }
  return Object.freeze({
    ...data,
    REGISTRATION: data.REGISTRATION ?? (embedded ? 'open' : 'closed'),
    MIGRATE: data.MIGRATE === undefined ? embedded : data.MIGRATE === 'on',
    DEMO: embedded && data.DEMO === 'on',
  });
}

/** Whether users reach the service over https. Derived from PUBLIC_URL because the proxy terminates TLS. */
export function isHttps({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean {
  return PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol === 'https:';
}
