/** Providers that fail in every way the simulator knows, now and then, while nodes die. */
const STRIKES: readonly (readonly [fault: string, probability: number])[] = [
  ['error_500', 0.02],
  ['error_503', 0.02],
  ['reset', 0.02],
  ['malformed', 0.02],
  ['latency', 0.05],
  // Each of these holds a call for its whole 25 seconds.
  ['timeout', 0.004],
  ['timeout_after_success', 0.008],
];
const LATENCY_MS = 1_500;
/** Institutions and links are not what is proved here. */
const PATHS: readonly (readonly [provider: string, path: string])[] = [
  ['truelayer', '/v3/payments'],
  ['plaid', '/payment_initiation'],
  ['enable-banking', '/payments'],
  ['berlin-group', '/de-deutsche-bank/v1/payments'],
  ['wise', '/'],
  ['evm', '/8453'],
];
const WEBHOOKS = ['duplicate', 'late', 'reordered', 'none'];
const WEBHOOK_PROBABILITY = 0.1;

/** Answers with the function that ends it. */
export async function disturbPayments(simulatorUrl: string): Promise<() => Promise<void>> {
  for (const [provider, path] of PATHS) {
    for (const [fault, probability] of STRIKES) {
      const latencyMs = fault === 'latency' ? { latencyMs: LATENCY_MS } : {};
      await post(`${simulatorUrl}/control/faults`, { provider, path, fault, probability, ...latencyMs });
    }
  }
  for (const provider of ['truelayer', 'plaid', 'wise']) {
    for (const webhooks of WEBHOOKS) {
      const probability = WEBHOOK_PROBABILITY;
      await post(`${simulatorUrl}/control/webhooks`, { provider, webhooks, probability });
    }
  }
  return async () => {
    for (const path of ['/control/faults', '/control/webhooks'])
      await fetch(`${simulatorUrl}${path}`, { method: 'DELETE' });
  };
}

async function post(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${await answer.text()}`);
}
