/** The provider of the template: what it documents, over real HTTP, and no more. Real ones are emulated in the simulator. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

export const API_KEY = 'example-secret-key';

interface Kept {
  readonly id: string;
  readonly key: string;
  /** `accepted` when it is made; what the payee's name asks for when it is looked at again. */
  status: string;
  failure_code?: string;
}

export async function startExampleProvider() {
  const payouts: Kept[] = [];
  const server = createServer(async (request, response) => {
    const [status, body] = answer(payouts, request, await bodyOf(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    countFor: (key: string) => payouts.filter((payout) => payout.key === key).length,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Answer = readonly [status: number, body: unknown];

function answer(payouts: Kept[], request: IncomingMessage, body: string): Answer {
  if (request.headers.authorization !== `Bearer ${API_KEY}`) return [401, { code: 'unknown_key' }];
  const url = new URL(request.url ?? '', 'http://localhost');
  if (request.method === 'POST') return create(payouts, String(request.headers['idempotency-key']), body);
  const key = url.searchParams.get('key');
  if (key !== null) return [200, { payouts: payouts.filter((payout) => payout.key === key) }];
  const found = payouts.find(({ id }) => url.pathname === `/payouts/${id}`);
  return found === undefined ? [404, { code: 'no_such_payout' }] : [200, moveOn(found)];
}

function create(payouts: Kept[], key: string, body: string): Answer {
  const earlier = payouts.find((payout) => payout.key === key);
  if (earlier !== undefined) return [200, earlier];
  const { name } = JSON.parse(body);
  if (name === 'Nobody') return [422, { code: 'unknown_payee' }];
  const fails = name === 'Closed Account';
  const payout: Kept = {
    id: `po_${payouts.length + 1}`,
    key,
    status: 'accepted',
    ...(fails ? { failure_code: 'account_closed' } : {}),
  };
  payouts.push(payout);
  return [201, payout];
}

function moveOn(payout: Kept): Kept {
  payout.status = payout.failure_code === undefined ? 'paid' : 'failed';
  return payout;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
