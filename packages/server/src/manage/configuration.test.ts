import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FxRate } from '@switchyard/engine';
import { loadCatalogue, RAIL_MODULES } from '@switchyard/rails';
import type { Api } from '../../../../test/harness/api.ts';
import type { Environment } from '../domain/environment.ts';
import { formatRoutingConfig } from '../routing-config/format-routing-config.ts';
import { readRoutingConfig } from '../routing-config/read-routing-config.ts';
import type { Restriction } from '../routing-config/routing-config.ts';
import { SMALL_CONFIG } from '../routing-config/testing/small-config.ts';
import { findCredentials } from '../store/credentials.ts';
import { loadRouting } from '../store/routing.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const SEED = readFileSync(join(import.meta.dirname, '..', '..', 'seed', 'development.yaml'), 'utf8');

let server: TestServer;
before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES });
});
after(() => server.stop());

interface Place {
  readonly environment: Environment;
  readonly api: Api;
  readonly path: string;
}

async function place(): Promise<Place> {
  const environment = await server.store.newEnvironment();
  const { api } = await server.newManager(environment.organisationId, { role: 'operator' });
  return { environment, api, path: `/manage/v1/environments/${environment.id}/configuration` };
}

const plan = async ({ api, path }: Place, body: object) => (await api(`${path}/plan`, { body })).body;

async function apply(where: Place, body: { readonly text: string; prune?: boolean; secrets?: object }) {
  const { digest, problems } = await plan(where, body);
  assert.deepEqual(problems, []);
  return where.api(`${where.path}/apply`, { body: { ...body, plan: digest } });
}

const exported = async ({ api, path }: Place): Promise<string> => (await api(path)).body.text;

/** The order of contracts, rates and restrictions means nothing. */
function normal(text: string): string {
  const read = readRoutingConfig(text, loadCatalogue());
  assert(read.ok);
  const byKey = (a: { readonly key: string }, b: { readonly key: string }) => (a.key < b.key ? -1 : 1);
  const byBank = (a: Restriction, b: Restriction) =>
    a.institution + a.rail < b.institution + b.rail ? -1 : 1;
  const byAssets = (a: FxRate, b: FxRate) => (a.from + a.to < b.from + b.to ? -1 : 1);
  const { connections, fx, coverage } = read.value;
  return formatRoutingConfig({
    ...read.value,
    connections: connections.map((connection) => ({
      ...connection,
      contracts: connection.contracts.toSorted(byKey),
    })),
    fx: fx.toSorted(byAssets),
    coverage: {
      restrictions: coverage.restrictions
        .map((restriction) => ({ ...restriction, operations: restriction.operations.toSorted() }))
        .sort(byBank),
    },
  });
}

for (const [name, text] of Object.entries({
  'a small file': SMALL_CONFIG,
  'the seed of development': SEED,
})) {
  test(`${name} is applied to an empty environment, and comes back as it was`, async () => {
    const where = await place();
    assert.equal((await where.api(where.path)).body.text, null);
    const applied = await apply(where, { text });
    assert.equal(applied.status, 200, applied.text);
    assert.ok(applied.body.changes.every((change: { action: string }) => change.action === 'create'));
    assert.equal(normal(await exported(where)), normal(text));
    assert.deepEqual((await plan(where, { text, prune: true })).changes, []);
  });
}

/** The other way round than by their keys. */
const TURNED = SMALL_CONFIG.replace(/(connections:\n)(.*?)( {2}- key: yapily\n.*?)(?=fx:)/s, '$1$3$2');

const snapshotOf = async ({ environment }: Place) =>
  (await (await server.newKey(environment)).api('/v1/routing_snapshot')).body;

for (const [name, text] of Object.entries({ 'a small file': TURNED, 'the seed of development': SEED })) {
  test(`${name}: what is exported and applied again is the same file, and the same routing`, async () => {
    const where = await place();
    await apply(where, { text });
    const file = await exported(where);
    const { digest, coverage } = await snapshotOf(where);
    const again = await apply(where, { text: file, prune: true });
    assert.deepEqual(again.body.changes, []);
    assert.equal(await exported(where), file);
    server.advance(FELT_AFTER_MS);
    assert.equal((await snapshotOf(where)).digest, digest);
    // In another environment it has other ids, and nothing else is different.
    const elsewhere = await place();
    await apply(elsewhere, { text: file });
    assert.equal(await exported(elsewhere), file);
    assert.deepEqual((await snapshotOf(elsewhere)).coverage, coverage);
  });
}

/** Engines trust what they know for four seconds. */
const FELT_AFTER_MS = 5_000;

const ranked = async (where: Place): Promise<string> => {
  const routing = await loadRouting(server.store.db, where.environment.id);
  const bank = routing?.coverage.find(({ country, rails }) => country === 'DE' && rails.length === 2);
  assert.ok(bank);
  return bank.rails.map(({ rail }) => rail).join();
};

test('another order of connections is a change of its own, and ranks rails anew', async () => {
  const where = await place();
  await apply(where, { text: SMALL_CONFIG });
  assert.equal(await ranked(where), 'tink,yapily');
  const turned = await apply(where, { text: TURNED });
  assert.deepEqual(turned.body.changes, [
    {
      action: 'update',
      subject: 'order',
      key: 'connections',
      fields: [{ path: 'order', from: '["tink-north","yapily"]', to: '["yapily","tink-north"]' }],
    },
  ]);
  assert.equal(await ranked(where), 'yapily,tink');
  assert.ok(
    (await exported(where)).indexOf('key: yapily') < (await exported(where)).indexOf('key: tink-north'),
  );
  assert.deepEqual((await plan(where, { text: TURNED })).changes, []);
});

test('changing one connection does not move it', async () => {
  const where = await place();
  await apply(where, { text: TURNED });
  const base = where.path.replace('configuration', 'connections');
  const { data } = (await where.api(base)).body;
  for (const { id } of data) {
    const answer = await where.api(`${base}/${id}`, { body: { label: 'Another' } });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(await ranked(where), 'yapily,tink');
  }
});

test('a change touches what it names: ids, learnt facts and everything else stay', async () => {
  const where = await place();
  await apply(where, { text: SMALL_CONFIG });
  const before = await loadRouting(server.store.db, where.environment.id);
  const changed = SMALL_CONFIG.replace('fixed: 5, bps: 10', 'fixed: 6, bps: 10').replace(
    '{ from: 0, fixed: 22 }',
    '{ from: 0, fixed: 21 }',
  );
  const applied = await apply(where, { text: changed });
  assert.deepEqual(applied.body.changes, [
    {
      action: 'update',
      subject: 'connection',
      key: 'tink-north',
      fields: [
        { path: 'prices[0].fee.fixed', from: '"5"', to: '"6"' },
        { path: 'contracts.calls.tiers[0].fixed', from: '"22"', to: '"21"' },
      ],
    },
  ]);
  const after = await loadRouting(server.store.db, where.environment.id);
  const ids = (routing: typeof after) =>
    [routing?.connections, routing?.contracts].map((list) => list?.map(({ id }) => id));
  assert.deepEqual(ids(after), ids(before));
  assert.deepEqual(after?.policy, before?.policy);
  assert.equal(normal(await exported(where)), normal(changed));
});

test('what the file leaves out stays until it is pruned; a pruned connection is disabled', async () => {
  const where = await place();
  await apply(where, { text: SEED });
  const kept = await plan(where, { text: SMALL_CONFIG });
  assert.ok(kept.changes.some((change: { action: string }) => change.action === 'keep'));
  assert.ok(!kept.changes.some((change: { action: string }) => change.action === 'remove'));
  await apply(where, { text: SMALL_CONFIG, prune: true });
  const routing = await loadRouting(server.store.db, where.environment.id);
  const ready = routing?.connections.filter(({ status }) => status !== 'disabled');
  assert.deepEqual(ready?.map(({ configKey }) => configKey).sort(), ['tink-north', 'yapily']);
  assert.deepEqual((await plan(where, { text: SMALL_CONFIG, prune: true })).changes, []);
});

test('a plan that somebody else has overtaken is refused, and changes nothing', async () => {
  const where = await place();
  await apply(where, { text: SMALL_CONFIG });
  const mine = SMALL_CONFIG.replace('preference: recommended', 'preference: cheapest');
  const { digest } = await plan(where, { text: mine });
  await apply(where, { text: SMALL_CONFIG.replace('preference: recommended', 'preference: fastest') });
  const refused = await where.api(`${where.path}/apply`, { body: { text: mine, plan: digest } });
  assert.equal(refused.status, 409);
  assert.equal(refused.body.data.explanation.key, 'configuration.changed');
  assert.match(await exported(where), /preference: fastest/);
});

test('a file with mistakes gets all of them, with their lines, and is not applied', async () => {
  const where = await place();
  const text = SMALL_CONFIG.replace('preference: recommended', 'preference: best').replace(
    'bps: 10',
    'bps: 1.5',
  );
  const { problems, digest, changes } = await plan(where, { text });
  assert.deepEqual([digest, changes], [null, []]);
  assert.deepEqual(
    problems.map(({ path, line }: { path: string; line: number }) => `${line} ${path}`),
    ['3 policy.preference', '35 connections[0].prices[0].fee.bps'],
  );
  const body = { text, plan: `sha256:${'0'.repeat(64)}` };
  const refused = await where.api(`${where.path}/apply`, { body });
  assert.equal(refused.status, 400);
  assert.match(
    refused.body.data.explanation.message,
    /line 3, policy\.preference: .* the first of 2 mistakes/,
  );
});

test('a restriction that restricts nobody is a mistake', async () => {
  const where = await place();
  const text = SMALL_CONFIG.replace(/coverage:[\s\S]*/, (found) =>
    found.replace(/institution: [^,]+,/, 'institution: DE|NOBANKXX,'),
  );
  const { problems } = await plan(where, { text });
  assert.deepEqual(
    problems.map(({ path }: { path: string }) => path),
    ['coverage.restrictions[0]'],
  );
});

const REFERENCES = ['api_token', 'profile_id', 'api_base_url', 'webhook_public_key'].map(
  (field) => [field, `\${env:WISE_${field.toUpperCase()}}`] as const,
);
const WITH_CREDENTIALS = SMALL_CONFIG.replace(
  'connections:\n',
  `connections:
  - key: wise
    rail: wise
    label: Wise
    mode: route
    credentials:
${REFERENCES.map(([field, reference]) => `      ${field}: ${reference}`).join('\n')}
`,
);
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const VALUES = {
  api_token: 'a-token-nobody-may-see',
  profile_id: '42',
  api_base_url: 'https://api.wise.example',
  webhook_public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};
const secretsOf = (values: Record<string, string>) =>
  Object.fromEntries(REFERENCES.map(([field, reference]) => [reference, values[field] ?? '']));

test('credentials arrive by reference, are sealed, and are neither exported nor told', async () => {
  const where = await place();
  const secrets = secretsOf(VALUES);
  const applied = await apply(where, { text: WITH_CREDENTIALS, secrets });
  assert.equal(applied.status, 200, applied.text);
  const routing = await loadRouting(server.store.db, where.environment.id);
  const wise = routing?.connections.find(({ rail }) => rail === 'wise');
  const keys = await server.store.keyring.of(where.environment.id);
  assert.deepEqual((await findCredentials(server.store.db, keys, wise?.id ?? ''))?.values, VALUES);
  const { api } = await server.newManager(where.environment.organisationId);
  const audit = await api('/manage/v1/audit_entries');
  assert.equal(audit.body.data[0].action, 'configuration.apply');
  for (const text of [applied.text, await exported(where), audit.text, server.log()]) {
    assert.doesNotMatch(text, /a-token-nobody-may-see/);
  }
  assert.deepEqual((await plan(where, { text: WITH_CREDENTIALS, secrets })).changes, []);
  const other = await plan(where, {
    text: WITH_CREDENTIALS,
    secrets: secretsOf({ ...VALUES, api_token: 'another' }),
  });
  assert.deepEqual(other.changes, [
    {
      action: 'update',
      subject: 'connection',
      key: 'wise',
      fields: [{ path: 'credentials', from: null, to: '"[sealed]"' }],
    },
  ]);
});

test('credentials that are missing, wrong or written into the file are mistakes, and are not repeated', async () => {
  const where = await place();
  const missing = await plan(where, { text: WITH_CREDENTIALS });
  assert.equal(missing.problems.length, REFERENCES.length);
  assert.equal(missing.problems[0].path, 'connections[0].credentials.api_token');
  const wrong = await where.api(`${where.path}/plan`, {
    body: { text: WITH_CREDENTIALS, secrets: secretsOf({ ...VALUES, profile_id: 'sesame' }) },
  });
  assert.deepEqual(
    wrong.body.problems.map(({ path }: { path: string }) => path),
    ['connections[0].credentials.profile_id'],
  );
  assert.doesNotMatch(wrong.text, /sesame/);
  const written = await where.api(`${where.path}/plan`, {
    body: { text: WITH_CREDENTIALS.replace(/\$\{env:WISE_API_TOKEN\}/, 'sesame') },
  });
  assert.doesNotMatch(written.text, /sesame/);
  assert.match(written.body.problems[0].problem, /Must be a reference/);
});

test('a viewer looks at the configuration and plans nothing', async () => {
  const { environment, path } = await place();
  const { api } = await server.newManager(environment.organisationId, { role: 'viewer' });
  assert.equal((await api(path)).status, 200);
  assert.equal((await api(`${path}/plan`, { body: { text: SMALL_CONFIG } })).status, 403);
});

const HOOKS = `webhooks:
  - url: https://shop.example/hooks
    description: Shop
    types: [payment_intent.succeeded]
  - url: https://books.example/hooks
`;

test('webhook endpoints are created, changed and removed by a file that has them, and left alone by one that has not', async () => {
  const where = await place();
  const applied = await apply(where, { text: SMALL_CONFIG + HOOKS });
  assert.equal(applied.status, 200, applied.text);
  assert.deepEqual(
    applied.body.webhookSecrets.map(({ url, secret }: { url: string; secret: string }) => [
      url,
      secret.slice(0, 6),
    ]),
    [
      ['https://shop.example/hooks', 'whsec_'],
      ['https://books.example/hooks', 'whsec_'],
    ],
  );
  assert.deepEqual((await plan(where, { text: SMALL_CONFIG + HOOKS, prune: true })).changes, []);
  assert.deepEqual((await plan(where, { text: SMALL_CONFIG, prune: true })).changes, []);
  assert.match(await exported(where), /url: https:\/\/shop\.example\/hooks/);
  assert.doesNotMatch(await exported(where), /whsec_/);

  const changed =
    SMALL_CONFIG +
    HOOKS.replace('description: Shop', 'description: Store').replace(/ {2}- url: https:\/\/books.*\n/, '');
  const { changes } = await plan(where, { text: changed, prune: true });
  assert.deepEqual(changes, [
    {
      action: 'update',
      subject: 'webhook',
      key: 'https://shop.example/hooks',
      fields: [{ path: 'description', from: '"Shop"', to: '"Store"' }],
    },
    { action: 'remove', subject: 'webhook', key: 'https://books.example/hooks', fields: [] },
  ]);
  assert.equal((await apply(where, { text: changed, prune: true })).status, 200);
  const { body } = await where.api(where.path.replace('configuration', 'webhook_endpoints'));
  assert.deepEqual(
    body.data.map(({ url, description }: { url: string; description: string }) => [url, description]),
    [['https://shop.example/hooks', 'Store']],
  );
});
