/** oRPC's own client, given nothing but our contract, holds a whole conversation with the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createORPCClient, isDefinedError, ORPCError, safe } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract } from '@switchyard/contract';
import type { Context, Topic } from '../context.ts';
import { PAYTO, UNKNOWN, unique } from '../fixtures.ts';

type Client = JsonifiedClient<ContractRouterClient<typeof contract>>;

function clientOf({ baseUrl }: Context, key: string): Client {
  return createORPCClient(
    new OpenAPILink(contract, { url: baseUrl, headers: { authorization: `Bearer ${key}` } }),
  );
}

export const orpcClient: Topic = (context) => {
  const client = clientOf(context, context.testKey);

  test('a client lists rails, with filters and without', async () => {
    const { data: all } = await client.rails.list();
    const { data: german } = await client.rails.list({ country: 'DE' });
    assert.ok(german.length > 0 && german.length < all.length);
    assert.ok(german.every(({ countries }) => countries.includes('DE')));
  });

  test('a client parses an address', async () => {
    const parsed = await client.addresses.parse({ payto: `${PAYTO}?receiver-name=Ada` });
    assert.deepEqual(parsed, {
      scheme: 'iban',
      known: true,
      masked: 'DE****6199',
      country: 'DE',
      receiverName: 'Ada',
    });
  });

  test('a client goes from a customer over their accounts to the events', async () => {
    const externalId = unique('user & more');
    const customer = await client.customers.create({ externalId, name: 'Ada', metadata: { plan: 'pro' } });
    assert.deepEqual(await client.customers.get({ id: customer.id }), customer);
    assert.deepEqual((await client.customers.list({ externalId })).data, [customer]);

    const last = await lastEvent(client);
    const holders = ['Ada', 'Grace', 'Edsger'];
    const accounts = [];
    for (const holderName of holders) {
      accounts.push(await client.accounts.create({ customer: customer.id, holderName, payto: PAYTO }));
    }
    const first = await client.accounts.list({ customer: customer.id, limit: 2 });
    assert.equal(first.hasMore, true);
    assert.ok(first.next !== undefined);
    const second = await client.accounts.list({ customer: customer.id, limit: 2, after: first.next });
    assert.deepEqual([...first.data, ...second.data], accounts.toReversed());
    assert.equal(second.hasMore, false);

    const replayed = await client.events.list({
      type: 'account.updated',
      ...(last === undefined ? {} : { after: last }),
    });
    assert.deepEqual(
      replayed.data.map(({ data }) => data.object.id),
      accounts.map(({ id }) => id),
    );
    const [event] = replayed.data;
    assert.ok(event);
    assert.deepEqual(await client.events.get({ id: event.id }), event);
  });

  test('a client sees an unknown object as a typed NOT_FOUND', async () => {
    const [error] = await safe(client.customers.get({ id: UNKNOWN.customer }));
    assert.ok(isDefinedError(error) && error.code === 'NOT_FOUND');
    assert.equal(error.status, 404);
    assert.equal(error.data.code, 'not_found');
    assert.equal(error.data.param, 'id');
    assert.match(error.data.requestId ?? '', /^req_/);
  });

  test('a client sees an invalid input as a typed BAD_REQUEST that names the parameter', async () => {
    const [error] = await safe(client.accounts.create({ holderName: 'Ada', payto: 'payto://iban/DE00' }));
    assert.ok(isDefinedError(error) && error.code === 'BAD_REQUEST');
    assert.equal(error.data.code, 'invalid_request');
    assert.equal(error.data.param, 'payto');
    assert.equal(typeof error.data.explanation?.message, 'string');
  });

  test('a client sees a wrong key as a typed UNAUTHORIZED', async () => {
    const [error] = await safe(clientOf(context, 'sy_test_sk_wrong').rails.list());
    assert.ok(isDefinedError(error) && error.code === 'UNAUTHORIZED');
    assert.equal(error.data.code, 'unauthorized');
  });

  test('a client decides, reports and reads the snapshot', async () => {
    const decision = await client.routeDecisions.create({
      operation: 'identity.kyb',
      payer: { country: 'GB' },
    });
    assert.equal(decision.outcome, 'routed');
    const rail = decision.rail ?? '';
    const outcome = await client.outcomes.create({
      decision: decision.id,
      rail,
      status: 'succeeded',
      latencyMs: 900,
    });
    assert.equal(outcome.rank, 0);
    assert.equal((await client.routingSnapshot.get()).object, 'routing_snapshot');
  });

  test('a client asks for quotes and payments, and sees what is not there as a typed NOT_FOUND', async () => {
    const to = (await client.accounts.create({ holderName: 'Ada', payto: PAYTO })).id;
    const amount = { value: '100', asset: 'iso4217:EUR' };
    const [error] = await safe(client.routeQuotes.create({ from: UNKNOWN.account, to, amount }));
    assert.ok(isDefinedError(error) && error.code === 'NOT_FOUND');
    assert.equal(error.data.param, 'from');
    assert.ok(Array.isArray((await client.paymentIntents.list({})).data));
  });

  test('a client sees an oversized body as an error that is not defined', async () => {
    const [error] = await safe(client.addresses.parse({ payto: 'x'.repeat(300 * 1024) }));
    assert.ok(error instanceof ORPCError);
    assert.equal(isDefinedError(error), false);
    assert.equal(error.code, 'PAYLOAD_TOO_LARGE');
    assert.equal(error.status, 413);
  });
};

async function lastEvent(client: Client): Promise<string | undefined> {
  let last: string | undefined;
  for (;;) {
    const page = await client.events.list({ limit: 100, ...(last === undefined ? {} : { after: last }) });
    last = page.data.at(-1)?.id ?? last;
    if (!page.hasMore) return last;
  }
}
