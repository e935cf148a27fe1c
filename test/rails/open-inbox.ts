/** Where a provider's webhooks arrive, kept as they came. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { WebhookDelivery } from '@switchyard/rail-kit';

export interface Inbox {
  readonly url: string;
  readonly deliveries: readonly WebhookDelivery[];
  close(): Promise<void>;
}

export async function openInbox(path: string): Promise<Inbox> {
  const deliveries: WebhookDelivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    deliveries.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: Uint8Array.from(Buffer.concat(chunks)),
    });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    deliveries,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a delivery says, for providers that write JSON. */
export function eventOf({ body }: WebhookDelivery) {
  return JSON.parse(Buffer.from(body).toString('utf8'));
}
