/**
 * The only reader of the environment. Everything is read and checked before anything starts, and every mistake gets
 * one sentence, so that a person mends them all at once.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Configurable, RETENTION_DAYS } from '../domain/retention.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { isDevelopmentSecret } from './development-secret.ts';
import { SETTINGS, type SettingName, type SettingValue } from './settings.ts';

export interface Config {
  /** What this process does of all that has to be done; any number of each may run on one database. */
  readonly role: Role;
  readonly profile: 'development' | 'production';
  readonly host: string;
  readonly port: number;
  /** Where providers reach the service, if they can. */
  readonly publicUrl?: string;
  readonly dataDir: string;
  readonly database: {
    /** Undefined: the embedded one. */
    readonly url?: string;
    readonly poolMax: number;
    readonly preparedStatements: boolean;
  };
  /** Undefined in development: they are made on the first start and kept in the data directory. */
  readonly secrets?: { readonly masterKey: Buffer; readonly pepper: Buffer };
  readonly masterKeyPrevious?: Buffer;
  /** Receivers of test environments may be on this machine. */
  readonly isWebhookLoopbackAllowed: boolean;
  readonly log: { readonly level: string; readonly file: string };
  /** Which requests operators can look up afterwards. */
  readonly requestLog: SettingValue<'SWITCHYARD_REQUEST_LOG'>;
  readonly metricsPort: number;
  readonly trustedProxies: readonly string[];
  readonly connectionsMax: number;
  readonly drainMs: number;
  /** For how many days each kind of row is kept. */
  readonly retentionDays: Readonly<Record<Configurable, number>>;
  /** A pipe to the launcher, which closes when the launcher is gone. */
  readonly launcherFd?: number;
  readonly rateLimits?: {
    readonly live: RateLimit;
    readonly test: RateLimit;
    readonly liveDecide: RateLimit;
    readonly testDecide: RateLimit;
    readonly authFailures: RateLimit;
  };
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

export type Role = SettingValue<'SWITCHYARD_ROLE'>;

type Variables = Readonly<Record<string, string | undefined>>;

/** Set by the launcher for itself, or read by the command line; no settings of the service. */
const OWN_VARIABLES: ReadonlySet<string> = new Set([
  'SWITCHYARD_LAUNCHER_FD',
  'SWITCHYARD_URL',
  'SWITCHYARD_MANAGE_TOKEN',
  'SWITCHYARD_MANAGE_TOKEN_FILE',
]);

export function readConfig(variables: Variables): ConfigResult {
  const problems: string[] = unknownNames(variables);
  const get = <N extends SettingName>(name: N): SettingValue<N> | undefined =>
    readSetting(variables, name, problems);

  const profile = get('SWITCHYARD_PROFILE') ?? 'development';
  const production = profile === 'production';
  const role = get('SWITCHYARD_ROLE') ?? 'all';
  const dataDir = resolve(get('SWITCHYARD_DATA_DIR') ?? '.switchyard');
  const url = get('SWITCHYARD_DATABASE_URL');
  const publicUrl = get('SWITCHYARD_PUBLIC_URL');
  const masterKey = get('SWITCHYARD_MASTER_KEY');
  const pepper = get('SWITCHYARD_KEY_PEPPER');
  const masterKeyPrevious = get('SWITCHYARD_MASTER_KEY_PREVIOUS');
  const limited = (get('SWITCHYARD_RATE_LIMITS') ?? (production ? 'on' : 'off')) === 'on';
  const failuresPerMinute = get('SWITCHYARD_AUTH_FAILURES_PER_MINUTE') ?? 20;
  const rateLimits = {
    live: get('SWITCHYARD_RATE_LIVE') ?? { perSecond: 100, burst: 200 },
    test: get('SWITCHYARD_RATE_TEST') ?? { perSecond: 25, burst: 100 },
    liveDecide: get('SWITCHYARD_RATE_LIVE_DECIDE') ?? { perSecond: 2_000, burst: 4_000 },
    testDecide: get('SWITCHYARD_RATE_TEST_DECIDE') ?? { perSecond: 250, burst: 500 },
    authFailures: { perSecond: failuresPerMinute / 60, burst: failuresPerMinute },
  };
  const config: Config = {
    role,
    profile,
    host: get('SWITCHYARD_HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: get('PORT') ?? 4400,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    dataDir,
    database: {
      ...(url === undefined ? {} : { url }),
      poolMax: get('SWITCHYARD_DATABASE_POOL') ?? 16,
      preparedStatements: (get('SWITCHYARD_PREPARED_STATEMENTS') ?? 'on') === 'on',
    },
    ...(masterKey === undefined || pepper === undefined ? {} : { secrets: { masterKey, pepper } }),
    ...(masterKeyPrevious === undefined ? {} : { masterKeyPrevious }),
    isWebhookLoopbackAllowed: (get('SWITCHYARD_WEBHOOK_LOOPBACK') ?? (production ? 'off' : 'on')) === 'on',
    log: {
      level: get('SWITCHYARD_LOG_LEVEL') ?? 'info',
      file: get('SWITCHYARD_LOG_FILE') ?? (production ? '-' : resolve(dataDir, 'switchyard.log')),
    },
    requestLog: get('SWITCHYARD_REQUEST_LOG') ?? 'on',
    metricsPort: get('SWITCHYARD_METRICS_PORT') ?? (production ? 9464 : 0),
    trustedProxies: get('SWITCHYARD_TRUSTED_PROXIES') ?? [],
    connectionsMax: get('SWITCHYARD_CONNECTIONS_MAX') ?? 2_000,
    drainMs: get('SWITCHYARD_DRAIN_MS') ?? (production ? 2_000 : 0),
    retentionDays: {
      decision: get('SWITCHYARD_RETENTION_DECISIONS') ?? RETENTION_DAYS.decision,
      outcome: get('SWITCHYARD_RETENTION_OUTCOMES') ?? RETENTION_DAYS.outcome,
      route_quote: get('SWITCHYARD_RETENTION_QUOTES') ?? RETENTION_DAYS.route_quote,
      provider_notice: get('SWITCHYARD_RETENTION_PROVIDER_NOTICES') ?? RETENTION_DAYS.provider_notice,
      webhook_message: get('SWITCHYARD_RETENTION_WEBHOOK_MESSAGES') ?? RETENTION_DAYS.webhook_message,
      event: get('SWITCHYARD_RETENTION_EVENTS') ?? RETENTION_DAYS.event,
      request_log: get('SWITCHYARD_RETENTION_REQUEST_LOG') ?? RETENTION_DAYS.request_log,
    },
    ...(variables.SWITCHYARD_LAUNCHER_FD === undefined
      ? {}
      : { launcherFd: Number(variables.SWITCHYARD_LAUNCHER_FD) }),
    ...(limited ? { rateLimits } : {}),
  };
  if (!production && role !== 'all') {
    problems.push('SWITCHYARD_ROLE other than all is for production; the development start is one process.');
  }
  if (production) problems.push(...missingInProduction(config, { url, masterKey, pepper }));
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems };
}

function readSetting<N extends SettingName>(
  variables: Variables,
  name: N,
  problems: string[],
): SettingValue<N> | undefined {
  const setting = SETTINGS[name];
  const text = textOf(variables, name, problems);
  if (text === undefined) return undefined;
  const reading = setting.read(text);
  if (!reading.ok) {
    problems.push(`${name} ${reading.problem}.`);
    return undefined;
  }
  // SettingValue is by definition what the read function of this setting yields.
  return reading.value as SettingValue<N>;
}

/** A setting's text: from the variable, or from the file that NAME_FILE names. Empty is unset. */
function textOf(variables: Variables, name: SettingName, problems: string[]): string | undefined {
  const direct = variables[name] || undefined;
  const path = variables[`${name}_FILE`] || undefined;
  if (path === undefined || !isSecret(name)) return direct;
  if (direct !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set; keep one.`);
    return undefined;
  }
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    problems.push(`${name}_FILE names a file that cannot be read.`);
    return undefined;
  }
}

function isSecret(name: SettingName): boolean {
  const setting: { readonly secret?: boolean } = SETTINGS[name];
  return setting.secret === true;
}

function unknownNames(variables: Variables): string[] {
  const known = new Set<string>(OWN_VARIABLES);
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    known.add(name);
    if (isSecret(name)) known.add(`${name}_FILE`);
  }
  return Object.keys(variables)
    .filter((name) => name.startsWith('SWITCHYARD_') && !known.has(name))
    .map((name) => `${name} is not a setting of Switchyard; see docs/reference/configuration.md.`);
}

function missingInProduction(
  config: Config,
  given: { readonly url: unknown; readonly masterKey: unknown; readonly pepper: unknown },
): readonly string[] {
  const missing: string[] = [];
  if (given.url === undefined) missing.push('SWITCHYARD_DATABASE_URL is required in production.');
  if (given.masterKey === undefined) missing.push('SWITCHYARD_MASTER_KEY is required in production.');
  if (given.pepper === undefined) missing.push('SWITCHYARD_KEY_PEPPER is required in production.');
  const { secrets } = config;
  if (secrets !== undefined && [secrets.masterKey, secrets.pepper].some(isDevelopmentSecret)) {
    missing.push('SWITCHYARD_MASTER_KEY or SWITCHYARD_KEY_PEPPER is a development secret; make new ones.');
  }
  if (secrets !== undefined && [secrets.masterKey, secrets.pepper].some(isTrivial)) {
    missing.push('SWITCHYARD_MASTER_KEY and SWITCHYARD_KEY_PEPPER must be random, not a repeated byte.');
  }
  if (secrets?.masterKey.equals(secrets.pepper)) {
    missing.push('SWITCHYARD_MASTER_KEY and SWITCHYARD_KEY_PEPPER must differ.');
  }
  return missing;
}

function isTrivial(secret: Buffer): boolean {
  return secret.every((byte) => byte === secret[0]);
}
