import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createORPCClient, isDefinedError, ORPCError, safe } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract } from './contract.ts';
import { customer } from './examples/customer.ts';
import { ids } from './examples/ids.ts';
import type { InputOf, OperationName, OutputOf } from './operation-list.ts';

type SwitchyardClient = JsonifiedClient<ContractRouterClient<typeof contract>>;

interface Seen {
  method: string;
  url: string;
  body: string;
}

function clientAnswering(status: number, answer: unknown): { client: SwitchyardClient; seen: Seen[] } {
  const seen: Seen[] = [];
  const link = new OpenAPILink(contract, {
    url: 'http://localhost:4400',
    fetch: async (request) => {
      seen.push({ method: request.method, url: request.url.slice(21), body: await request.text() });
      return Response.json(answer, { status });
    },
  });
  return { client: createORPCClient(link), seen };
}

test('a client sends the id in the path and nothing else', async () => {
  const { client, seen } = clientAnswering(200, customer);
  const answer = await client.customers.get({ id: ids.customer });
  assert.deepEqual(answer, customer);
  assert.deepEqual(seen, [{ method: 'GET', url: `/v1/customers/${ids.customer}`, body: '' }]);
});

test('a client sends filters in the query, and may leave all of them out', async () => {
  const { client, seen } = clientAnswering(200, { data: [], hasMore: false });
  await client.customers.list({ externalId: 'a b', limit: 5 });
  await client.customers.list();
  await client.rails.list();
  await client.routingSnapshot.get();
  assert.deepEqual(
    seen.map(({ url }) => url),
    ['/v1/customers?externalId=a+b&limit=5', '/v1/customers', '/v1/rails', '/v1/routing_snapshot'],
  );
});

test('a client sends a body as JSON, and the id of the path not again in it', async () => {
  const { client, seen } = clientAnswering(200, {});
  await client.addresses.parse({ payto: 'payto://iban/x' });
  await client.linkSessions.advance({ id: ids.linkSession, returnParams: { code: 'c' } });
  await client.paymentIntents.cancel({ id: ids.paymentIntent });
  assert.deepEqual(
    seen.map(({ method, url, body }) => [method, url, body].join(' ')),
    [
      'POST /v1/addresses/parse {"payto":"payto://iban/x"}',
      `POST /v1/link_sessions/${ids.linkSession}/advance {"returnParams":{"code":"c"}}`,
      `POST /v1/payment_intents/${ids.paymentIntent}/cancel `,
    ],
  );
});

test('a client reads a defined error with its code', async () => {
  const { client } = clientAnswering(409, {
    defined: true,
    code: 'CONFLICT',
    status: 409,
    message: 'Conflict',
    data: { code: 'quote_changed', param: 'digest', requestId: ids.request },
  });
  const [error] = await safe(
    client.paymentIntents.create({ quote: ids.quote, digest: 'd', returnUri: 'https://shop.example/' }),
  );
  assert.ok(isDefinedError(error) && error.code === 'CONFLICT');
  assert.equal(error.data.code, 'quote_changed');
  assert.equal(error.status, 409);
});

test('a client reads an undefined error as one', async () => {
  const { client } = clientAnswering(413, {
    defined: false,
    code: 'PAYLOAD_TOO_LARGE',
    status: 413,
    message: 'Payload Too Large',
  });
  const [error] = await safe(client.rails.list());
  assert.ok(error instanceof ORPCError);
  assert.equal(error.defined, false);
  assert.equal(error.status, 413);
});

test('types: calls, handlers and their inputs fit the contract', () => {
  // Checked by the compiler; each line marked as an error must be one.
  const { client } = clientAnswering(200, {});
  const calls = {
    wrong: () => [
      // @ts-expect-error the id is required
      client.customers.get({}),
      // @ts-expect-error externalId is required
      client.customers.create({ name: 'Ada' }),
      // @ts-expect-error the institutions of which country?
      client.institutions.list(),
      // @ts-expect-error no such field
      client.customers.create({ externalId: 'u', nickname: 'a' }),
      // @ts-expect-error not a preference
      client.routeQuotes.create({ from: '', to: '', amount: { value: '1', asset: '' }, preference: 'best' }),
    ],
  };
  const handlers: { [N in OperationName]?: (input: InputOf<N>) => OutputOf<N> } = {
    'customers.create': ({ body }) => ({
      ...customer,
      externalId: body.externalId,
      metadata: body.metadata ?? {},
    }),
    'customers.get': ({ params }) => ({ ...customer, id: params.id }),
    'customers.list': ({ query }) => ({ data: [customer].slice(0, query.limit), hasMore: false }),
    // @ts-expect-error there is no body
    'rails.list': ({ body }) => body,
  };
  assert.ok(calls.wrong);
  assert.ok(handlers['customers.get']);
});
