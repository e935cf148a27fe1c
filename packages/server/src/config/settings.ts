/**
 * Every setting of the service, as data: its name, what it means, what it is when nobody sets it and how its text
 * is read. The reference in the docs is written from this table. A secret may also be given as NAME_FILE, a path.
 */
import {
  type Reading,
  readBytes,
  readChoice,
  readInteger,
  readList,
  readOrigin,
  readText,
} from './readings.ts';

export interface Setting<T> {
  readonly about: string;
  /** What the docs show as the default. */
  readonly fallback: string;
  readonly secret?: boolean;
  readonly read: (text: string) => Reading<T>;
}

const setting = <T>(definition: Setting<T>): Setting<T> => definition;

export const SETTINGS = {
  PORT: setting({
    about: 'Port of the API.',
    fallback: '4400',
    read: readInteger(0, 65_535),
  }),
  SWITCHYARD_PROFILE: setting({
    about:
      'development: everything is set up by itself, with an embedded database and keys in dev.json. production: nothing is assumed.',
    fallback: 'development',
    read: readChoice(['development', 'production']),
  }),
  SWITCHYARD_ROLE: setting({
    about:
      'api: serves the API and takes no jobs of its own accord. worker: takes jobs and keeps house, and serves only /livez, /readyz and /metrics. all: both. Other than all in production only.',
    fallback: 'all',
    read: readChoice(['api', 'worker', 'all']),
  }),
  SWITCHYARD_HOST: setting({
    about: 'Address the API listens on.',
    fallback: '127.0.0.1 in development, 0.0.0.0 in production',
    read: readText,
  }),
  SWITCHYARD_PUBLIC_URL: setting({
    about:
      'Where providers reach this service from outside, such as https://pay.example. Without it no provider is given a webhook address, and everything is found out by asking.',
    fallback: 'the address it listens on in development, none in production',
    read: readOrigin,
  }),
  SWITCHYARD_DATA_DIR: setting({
    about: 'Where development keeps its database, secrets, keys and log.',
    fallback: '.switchyard',
    read: readText,
  }),
  SWITCHYARD_DATABASE_URL: setting({
    about: 'A Postgres (15 or newer) to use instead of the embedded one. Required in production.',
    fallback: 'the embedded database',
    secret: true,
    read: readText,
  }),
  SWITCHYARD_DATABASE_POOL: setting({
    about: 'Connections to the database that this process keeps.',
    fallback: '16',
    read: readInteger(1, 200),
  }),
  SWITCHYARD_PREPARED_STATEMENTS: setting({
    about:
      'off for poolers that cannot carry prepared statements, such as PgBouncer before 1.21 in transaction mode.',
    fallback: 'on',
    read: readChoice(['on', 'off']),
  }),
  SWITCHYARD_MASTER_KEY: setting({
    about:
      '32 bytes as 64 hexadecimal digits or in base64: the key above all keys that seal personal data. Required in production.',
    fallback: 'made on the first start in development',
    secret: true,
    read: readBytes(32),
  }),
  SWITCHYARD_MASTER_KEY_PREVIOUS: setting({
    about: 'The master key before this one, for as long as a rotation is under way.',
    fallback: 'none',
    secret: true,
    read: readBytes(32),
  }),
  SWITCHYARD_KEY_PEPPER: setting({
    about:
      '32 bytes as 64 hexadecimal digits or in base64, under which API keys are hashed. Required in production; changing it invalidates every key.',
    fallback: 'made on the first start in development',
    secret: true,
    read: readBytes(32),
  }),
  SWITCHYARD_WEBHOOK_LOOPBACK: setting({
    about: 'Whether webhooks of test environments may go to this machine (localhost). In live they never do.',
    fallback: 'on in development, off in production',
    read: readChoice(['on', 'off']),
  }),
  SWITCHYARD_LOG_LEVEL: setting({
    about: 'The least severe line to log.',
    fallback: 'info',
    read: readChoice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  }),
  SWITCHYARD_LOG_FILE: setting({
    about: 'A file for the log, or - for standard output.',
    fallback: 'switchyard.log in the data directory in development, - in production',
    read: readText,
  }),
  SWITCHYARD_REQUEST_LOG: setting({
    about:
      'Which requests the request log of an environment keeps, for operators to look at: all but decisions that were made, which are records by themselves (on), those that were refused or failed (errors), or none (off).',
    fallback: 'on',
    read: readChoice(['on', 'errors', 'off']),
  }),
  SWITCHYARD_METRICS_PORT: setting({
    about: 'Port of /metrics. 0 takes any that is free.',
    fallback: '0 in development, 9464 in production',
    read: readInteger(0, 65_535),
  }),
  SWITCHYARD_TRUSTED_PROXIES: setting({
    about: 'Addresses or CIDR ranges, separated by commas, whose X-Forwarded-For is believed.',
    fallback: 'none',
    read: readList,
  }),
  SWITCHYARD_CONNECTIONS_MAX: setting({
    about: 'Open HTTP connections at most; more are closed at once.',
    fallback: '2000',
    read: readInteger(1, 1_000_000),
  }),
  SWITCHYARD_DRAIN_MS: setting({
    about:
      'After SIGTERM, how long calls are still served while /readyz says 503, so that load balancers turn away before the port closes.',
    fallback: '0 in development, 2000 in production',
    read: readInteger(0, 5_000),
  }),
  SWITCHYARD_RATE_LIMITS: setting({
    about: 'Whether calls are limited at all.',
    fallback: 'off in development, on in production',
    read: readChoice(['on', 'off']),
  }),
  SWITCHYARD_RATE_LIVE: setting({
    about: 'Calls per second of a live key, and how many at once, as rate/burst.',
    fallback: '100/200',
    read: readRate,
  }),
  SWITCHYARD_RATE_TEST: setting({
    about: 'The same for a test key.',
    fallback: '25/100',
    read: readRate,
  }),
  SWITCHYARD_RATE_LIVE_DECIDE: setting({
    about: 'Calls per second of a live key to decide mode, which has a limit of its own.',
    fallback: '2000/4000',
    read: readRate,
  }),
  SWITCHYARD_RATE_TEST_DECIDE: setting({
    about: 'The same for a test key.',
    fallback: '250/500',
    read: readRate,
  }),
  SWITCHYARD_AUTH_FAILURES_PER_MINUTE: setting({
    about:
      'Wrong keys per minute from one address before it is told to wait. Valid keys are never refused for it.',
    fallback: '20',
    read: readInteger(1, 1_000_000),
  }),
  SWITCHYARD_RETENTION_DECISIONS: setting({
    about: 'Days for which decisions are kept, and the snapshots they cite.',
    fallback: '90',
    read: readInteger(1, 3_650),
  }),
  SWITCHYARD_RETENTION_OUTCOMES: setting({
    about: 'Days for which outcomes are kept. While one is kept, reporting it again changes nothing.',
    fallback: '400',
    read: readInteger(1, 3_650),
  }),
  SWITCHYARD_RETENTION_QUOTES: setting({
    about: 'Days for which quotes that were not paid are kept. Those that were stay with their payments.',
    fallback: '30',
    read: readInteger(1, 3_650),
  }),
  SWITCHYARD_RETENTION_PROVIDER_NOTICES: setting({
    about: 'Days for which the webhooks that providers sent are kept.',
    fallback: '30',
    read: readInteger(1, 3_650),
  }),
  SWITCHYARD_RETENTION_WEBHOOK_MESSAGES: setting({
    about: 'Days for which webhook messages and their tries are kept. Those that still wait for a try stay.',
    fallback: '30',
    read: readInteger(7, 3_650),
  }),
  SWITCHYARD_RETENTION_EVENTS: setting({
    about:
      'Days for which events are kept. Who follows the log must come back within them. Events of a payment that is still open, and all after them, stay.',
    fallback: '90',
    read: readInteger(7, 3_650),
  }),
  SWITCHYARD_RETENTION_REQUEST_LOG: setting({
    about: 'Days for which the request log is kept.',
    fallback: '7',
    read: readInteger(1, 3_650),
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type SettingValue<N extends SettingName> = (typeof SETTINGS)[N] extends Setting<infer T> ? T : never;

function readRate(text: string): Reading<{ readonly perSecond: number; readonly burst: number }> {
  const match = /^([1-9][0-9]{0,6})\/([1-9][0-9]{0,6})$/.exec(text);
  if (match === null) return { ok: false, problem: 'must be written rate/burst, such as 100/200' };
  return { ok: true, value: { perSecond: Number(match[1]), burst: Number(match[2]) } };
}
