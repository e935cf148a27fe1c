import { SETTINGS, type Setting, type SettingName } from '../../packages/server/src/config/settings.ts';
import { code, paragraphs, table } from './markdown.ts';
import type { Page } from './page.ts';

const GROUPS: Readonly<Record<string, readonly SettingName[]>> = {
  'Where and how it runs': [
    'SWITCHYARD_PROFILE',
    'SWITCHYARD_ROLE',
    'PORT',
    'SWITCHYARD_HOST',
    'SWITCHYARD_PUBLIC_URL',
    'SWITCHYARD_DATA_DIR',
    'SWITCHYARD_TRUSTED_PROXIES',
    'SWITCHYARD_CONNECTIONS_MAX',
    'SWITCHYARD_DRAIN_MS',
    'SWITCHYARD_WEBHOOK_LOOPBACK',
  ],
  'The database': ['SWITCHYARD_DATABASE_URL', 'SWITCHYARD_DATABASE_POOL', 'SWITCHYARD_PREPARED_STATEMENTS'],
  Secrets: ['SWITCHYARD_MASTER_KEY', 'SWITCHYARD_MASTER_KEY_PREVIOUS', 'SWITCHYARD_KEY_PEPPER'],
  'Logs and metrics': [
    'SWITCHYARD_LOG_LEVEL',
    'SWITCHYARD_LOG_FILE',
    'SWITCHYARD_REQUEST_LOG',
    'SWITCHYARD_METRICS_PORT',
  ],
  'Rate limits': [
    'SWITCHYARD_RATE_LIMITS',
    'SWITCHYARD_RATE_LIVE',
    'SWITCHYARD_RATE_TEST',
    'SWITCHYARD_RATE_LIVE_DECIDE',
    'SWITCHYARD_RATE_TEST_DECIDE',
    'SWITCHYARD_AUTH_FAILURES_PER_MINUTE',
  ],
  'How long things are kept': [
    'SWITCHYARD_RETENTION_DECISIONS',
    'SWITCHYARD_RETENTION_OUTCOMES',
    'SWITCHYARD_RETENTION_QUOTES',
    'SWITCHYARD_RETENTION_PROVIDER_NOTICES',
    'SWITCHYARD_RETENTION_WEBHOOK_MESSAGES',
    'SWITCHYARD_RETENTION_EVENTS',
    'SWITCHYARD_RETENTION_REQUEST_LOG',
  ],
};

export const configurationPage: Page = {
  file: 'configuration.md',
  title: 'Configuration',
  source: 'packages/server/src/config/settings.ts',
  body: () => {
    checkGroups();
    return paragraphs(
      `Switchyard is configured by environment variables, and in development it needs none. All of them are read and checked
before anything starts; each mistake is told in one sentence, and a name that begins with \`SWITCHYARD_\` but is not listed
here is one of them. An empty variable counts as not set.`,
      'What is marked 🔑 is a secret. It may also be given as a file: `SWITCHYARD_MASTER_KEY_FILE=/run/secrets/master-key`.',
      ...Object.entries(GROUPS).map(([title, names]) => paragraphs(`## ${title}`, settingsTable(names))),
    );
  },
};

function settingsTable(names: readonly SettingName[]): string {
  const rows = names.map((name) => {
    const setting: Setting<unknown> = SETTINGS[name];
    return [code(name) + (setting.secret ? ' 🔑' : ''), setting.about, valuesOf(setting), setting.fallback];
  });
  return table(['Setting', 'Meaning', 'Value', 'Default'], rows);
}

/** What a setting takes, in the words with which it refuses what it does not take. */
function valuesOf(setting: Setting<unknown>): string {
  const reading = setting.read('?');
  return reading.ok ? 'text' : reading.problem.replace(/^must be (?:written |one of |a )?/, '');
}

function checkGroups(): void {
  const grouped = Object.values(GROUPS).flat();
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    if (grouped.filter((other) => other === name).length !== 1) {
      throw new Error(`Put ${name} into exactly one group in ${import.meta.filename}.`);
    }
  }
}
