import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { LEG_STATUSES, OPERATIONS, PAYMENT_INTENT_STATUSES } from '@switchyard/contract';
import { parse } from 'yaml';
import { createMetrics } from '../../packages/server/src/telemetry/metrics.ts';

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

const rules: readonly Rule[] = parse(
  readFileSync(join(DEPLOY, 'prometheus', 'rules.yaml'), 'utf8'),
).groups.flatMap((group: { rules: [] }) => group.rules);
const dashboard = JSON.parse(readFileSync(join(DEPLOY, 'grafana', 'switchyard.json'), 'utf8'));
const panels: { readonly title: string; readonly targets?: { readonly expr: string }[] }[] = dashboard.panels;

/** Each expression, with where it stands. */
const EXPRESSIONS = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

let exposed: ReadonlySet<string>;
before(async () => {
  const metrics = createMetrics();
  metrics.watchStore({
    openWork: async () => ({ legs: [], overdueJobs: [], webhookBacklog: [] }),
    pool: () => ({ open: 0, idle: 0, waiting: 0 }),
    now: () => 0,
  });
  const { text } = await metrics.expose();
  const types = Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', type]) => ({
    name,
    type,
  }));
  exposed = new Set(
    types.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
});

/** Names that stand for series: no function, no word of PromQL, no label. */
function seriesIn(expr: string): readonly string[] {
  const bare = expr
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '');
  return Array.from(bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g), ([name]) => name).filter(
    (name) => !['and', 'or', 'unless', 'bool', 'sum', 'max', 'min'].includes(name),
  );
}

test('every alert and panel asks for a metric that the service has', () => {
  assert.ok(EXPRESSIONS.length > 20);
  for (const [where, expr] of EXPRESSIONS) {
    const names = seriesIn(expr);
    assert.ok(names.length > 0, where);
    // Prometheus itself makes `up`.
    for (const name of names) assert.ok(name === 'up' || exposed.has(name), `${where}: ${name}`);
  }
});

test('every metric of the service is shown on the dashboard', () => {
  const shown = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => seriesIn(expr))));
  const own = [...exposed].filter(
    (name) => name.startsWith('switchyard_') && !/_(?:sum|count|bucket)$/.test(name),
  );
  for (const name of own) assert.ok(shown.has(name), name);
});

test('statuses and operations that expressions name exist', () => {
  const statuses = new Set<string>([...LEG_STATUSES, ...PAYMENT_INTENT_STATUSES]);
  for (const [where, expr] of EXPRESSIONS) {
    for (const [, operator, value = ''] of expr.matchAll(/status(=~|=|!~)"([a-z_|]+)"/g)) {
      for (const status of value.split('|'))
        assert.ok(statuses.has(status), `${where}: ${operator}${status}`);
    }
    for (const [, pattern = ''] of expr.matchAll(/operation[!=]~"([^"]+)"/g)) {
      for (const alternative of pattern.split('|')) {
        const matches = OPERATIONS.some(({ name }) => new RegExp(`^(?:${alternative})$`).test(name));
        assert.ok(matches, `${where}: ${alternative}`);
      }
    }
  }
});

test('every alert says how bad it is and what is the matter', () => {
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(?:critical|warning)$/, alert);
    assert.match(annotations.summary, /\S/, alert);
    assert.match(annotations.description, /\S/, alert);
  }
});

test('alerts fire when they should', (t) => {
  if (spawnSync('promtool', ['--version']).status !== 0) return t.skip('there is no promtool here');
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'rules.test.yaml'], {
    cwd: join(DEPLOY, 'prometheus'),
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
});
