import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { COMMANDS } from '../../packages/cli/src/commands.ts';
import { KNOWN_SETTINGS } from './known-settings.ts';
import { type Manifest, renderChart } from './render-chart.ts';

const CHART = join(import.meta.dirname, '..', '..', 'deploy', 'chart');
const EVERYTHING = {
  api: { autoscaling: { enabled: true } },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  settings: { SWITCHYARD_PUBLIC_URL: 'https://pay.example', SWITCHYARD_DATABASE_POOL: 20 },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'payments', operator: 'Exists' }],
  podAnnotations: { note: 'x' },
  imagePullSecrets: [{ name: 'pull' }],
};

/** What these tests look at of a manifest; what is missing fails where it is looked at. */
interface Seen extends Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: Readonly<Record<string, string>> & { readonly matchLabels?: Labels };
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
    readonly scaleTargetRef?: { readonly name: string };
    readonly endpoints?: readonly { readonly port: string }[];
    readonly ports?: readonly { readonly name: string; readonly targetPort: string }[];
  };
}
type Labels = Readonly<Record<string, string>>;
interface Pod {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[];
  readonly containers: readonly Container[];
}
interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly readinessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } };
  readonly livenessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } };
}

// The renderer gives trees; the interface above says which of their parts are looked at.
const render = (values: object) => renderChart(CHART, values) as readonly Seen[];
const pods = (manifests: readonly Seen[]) =>
  manifests.flatMap(({ metadata, spec }) =>
    spec?.template === undefined ? [] : [{ name: metadata.name, pod: spec.template.spec }],
  );

test('every pod is as restricted as Kubernetes knows it', () => {
  for (const { name, pod } of pods(render(EVERYTHING))) {
    assert.deepEqual(pod.securityContext.seccompProfile, { type: 'RuntimeDefault' }, name);
    assert.equal(pod.securityContext.runAsNonRoot, true, name);
    assert.equal(pod.securityContext.runAsUser, 65_532, name);
    assert.equal(pod.automountServiceAccountToken, false, name);
    for (const { securityContext } of pod.containers) {
      assert.deepEqual(
        securityContext,
        {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        name,
      );
    }
  }
});

test('every pod runs a command that exists, by settings that exist', () => {
  const found = pods(render(EVERYTHING));
  assert.deepEqual(found.map(({ name }) => name).sort(), [
    'switchyard-api',
    'switchyard-migrate',
    'switchyard-worker',
  ]);
  for (const { name, pod } of found) {
    for (const { args, env, volumeMounts } of pod.containers) {
      assert.ok(Object.hasOwn(COMMANDS, args[0] ?? ''), `${name}: ${args[0]}`);
      for (const setting of env) assert.ok(KNOWN_SETTINGS.has(setting.name), `${name}: ${setting.name}`);
      const files = env.filter((setting) => setting.name.endsWith('_FILE'));
      assert.equal(files.length, 3, name);
      for (const { value } of files) {
        assert.ok(
          volumeMounts.some(({ mountPath }) => value.startsWith(`${mountPath}/`)),
          value,
        );
      }
      const volumes = pod.volumes.map((volume) => volume.name);
      for (const mount of volumeMounts) assert.ok(volumes.includes(mount.name), mount.name);
    }
  }
});

test('nodes are asked whether they are ready and alive, on a port they have', () => {
  for (const { name, pod } of pods(render({}))) {
    if (name.endsWith('-migrate')) continue;
    for (const { readinessProbe, livenessProbe, ports = [] } of pod.containers) {
      assert.deepEqual(readinessProbe?.httpGet, { path: '/readyz', port: 'http' });
      assert.deepEqual(livenessProbe?.httpGet, { path: '/livez', port: 'http' });
      assert.deepEqual(ports, [
        { name: 'http', containerPort: 4400 },
        { name: 'metrics', containerPort: 9464 },
      ]);
    }
    // The service gives up waiting after nine seconds; Kubernetes must wait longer.
    assert.ok(Number(pod.terminationGracePeriodSeconds) > 15);
  }
});

test('every selector finds the pods it is for, and no others', () => {
  const manifests = render(EVERYTHING);
  const labelled = manifests.flatMap(({ metadata, spec }) =>
    spec?.template === undefined ? [] : [{ name: metadata.name, labels: spec.template.metadata.labels }],
  );
  const foundBy = (labels: Labels = {}) =>
    labelled
      .filter((pod) => Object.entries(labels).every(([key, value]) => pod.labels[key] === value))
      .map(({ name }) => name);
  for (const { kind, metadata, spec } of manifests) {
    if (kind === 'Deployment' || kind === 'PodDisruptionBudget')
      assert.deepEqual(foundBy(spec.selector?.matchLabels), [metadata.name]);
  }
  const services = manifests.filter(({ kind }) => kind === 'Service');
  const selected = services.map(({ metadata, spec }) => [metadata.name, foundBy(spec.selector)]);
  assert.deepEqual(Object.fromEntries(selected), {
    switchyard: ['switchyard-api'],
    'switchyard-metrics': ['switchyard-api', 'switchyard-migrate', 'switchyard-worker'],
  });
  const monitor = manifests.find(({ kind }) => kind === 'ServiceMonitor');
  const monitored = services.filter(({ metadata }) =>
    Object.entries(monitor?.spec.selector?.matchLabels ?? {}).every(
      ([key, value]) => metadata.labels[key] === value,
    ),
  );
  assert.deepEqual(
    monitored.map(({ metadata }) => metadata.name),
    ['switchyard-metrics'],
  );
});

test('what is scaled automatically has no fixed number of pods', () => {
  const api = (values: object) => render(values).find(({ metadata }) => metadata.name === 'switchyard-api');
  assert.equal(api({})?.spec.replicas, 2);
  assert.equal(api(EVERYTHING)?.spec.replicas, undefined);
  const scaler = render(EVERYTHING).find(({ kind }) => kind === 'HorizontalPodAutoscaler');
  assert.equal(scaler?.spec.scaleTargetRef?.name, 'switchyard-api');
  assert.ok(!render({}).some(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ServiceMonitor'));
});

test('the values that the chart has fit its own schema, and misspelt ones do not', () => {
  const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8'));
  const fits = new Ajv({ allowUnionTypes: true }).compile(schema);
  const values: object = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
  assert.ok(fits(values), JSON.stringify(fits.errors));
  assert.ok(!fits({ ...values, replicas: 3 }));
  assert.ok(!fits({ ...values, settings: { PUBLIC_URL: 'x' } }));
});
