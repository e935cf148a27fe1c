/** Faults in every fifth call of linking, of every kind the simulator knows, and webhooks that go astray. */
import { FAULT_KINDS } from '../../../packages/simulator/src/control/faults.ts';
import { reach } from '../../harness/api.ts';

export interface Disturbance {
  /** How often something struck a call to this provider whose path starts so. */
  strikes(provider: string, path: string, kinds?: readonly string[]): Promise<number>;
  total(): Promise<number>;
  end(): Promise<void>;
}

const SHARE = 0.2;
const STRIKES_MAX = 1_000_000;
const LATENCY_MS = 3_000;
const WEBHOOK_SHARE = 0.15;

/** Each path once: which of them was struck tells what may have come of it. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  truelayer: ['/connect/token', '/api/providers', '/data/v1'],
  plaid: [
    '/link/token/create',
    '/link/token/get',
    '/item/public_token/exchange',
    '/auth/get',
    '/identity/get',
    '/item/get',
    '/webhook_verification_key/get',
  ],
  'enable-banking': ['/auth', '/sessions'],
  'berlin-group': ['/de-deutsche-bank/v1/consents', '/de-deutsche-bank/v1/accounts'],
};

export async function disturb(simulatorUrl: string): Promise<Disturbance> {
  for (const [provider, paths] of Object.entries(PATHS)) {
    for (const path of paths) {
      for (const [index, fault] of FAULT_KINDS.entries()) {
        // The first that fits strikes, so those after it get a larger share of what is left.
        const probability = SHARE / FAULT_KINDS.length / (1 - (SHARE * index) / FAULT_KINDS.length);
        const latencyMs = fault === 'latency' ? { latencyMs: LATENCY_MS } : {};
        await post(simulatorUrl, '/control/faults', {
          provider,
          path,
          fault,
          probability,
          times: STRIKES_MAX,
          ...latencyMs,
        });
      }
    }
  }
  for (const webhooks of ['duplicate', 'late', 'reordered', 'none']) {
    await post(simulatorUrl, '/control/webhooks', {
      provider: 'plaid',
      webhooks,
      probability: WEBHOOK_SHARE,
    });
  }

  let last: readonly Struck[] = [];
  let isOver = false;
  async function listed(): Promise<readonly Struck[]> {
    if (!isOver)
      last = ((await (await reach(`${simulatorUrl}/control/faults`, {})).json()) as { faults: Struck[] })
        .faults;
    return last;
  }
  const countOf = (faults: readonly Struck[]) =>
    faults.reduce((sum, { times }) => sum + STRIKES_MAX - times, 0);
  return {
    async strikes(provider, path, kinds) {
      const faults = await listed();
      return countOf(
        faults.filter(
          (one) => one.provider === provider && one.path === path && (kinds?.includes(one.fault) ?? true),
        ),
      );
    },
    total: async () => countOf(await listed()),
    async end() {
      await listed();
      isOver = true;
      for (const path of ['/control/faults', '/control/webhooks'])
        await reach(`${simulatorUrl}${path}`, { method: 'DELETE' });
    },
  };
}

interface Struck {
  readonly provider: string;
  readonly path: string;
  readonly fault: string;
  readonly times: number;
}

async function post(simulatorUrl: string, path: string, body: unknown): Promise<void> {
  const answer = await reach(`${simulatorUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
}
