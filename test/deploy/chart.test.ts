import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { COMMANDS } from '../../packages/cli/src/commands.ts';
import { readImageFile } from './image.ts';
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

/** The parts of a pod that are looked at; a field that is not there fails the test that looks at it. */
interface Pod {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[];
  readonly containers: readonly Container[];
}
interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly readinessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } };
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
}

// biome-ignore lint/suspicious/noExplicitAny: manifests are trees of many shapes; what is missing fails the assertion.
const at = (manifest: Manifest, path: string): any =>
  path.split('.').reduce((of: unknown, name) => (of as Record<string, unknown> | undefined)?.[name], manifest);
