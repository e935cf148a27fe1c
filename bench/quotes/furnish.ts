/** Gives an environment connections through the management API, connects them to the simulator, and makes accounts to quote between. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '@switchyard/rails';
import { connectEnvironment } from '../../packages/server/src/connect-environment.ts';
import { formatRoutingConfig } from '../../packages/server/src/routing-config/format-routing-config.ts';
import { readRoutingConfig } from '../../packages/server/src/routing-config/read-routing-config.ts';
import type { IssuedKey, TestServer } from '../../packages/server/src/testing/test-server.ts';
import { createCustomer, OTHER_PAYTO, PAYTO, registerAccount } from '../../test/conformance/fixtures.ts';
import { linkAccount } from '../../test/conformance/paying.ts';
import { connectionsOfSize } from './connections-of-size.ts';

export interface Furnished {
  readonly key: IssuedKey;
  /** Linked, in pounds. */
  readonly payer: string;
  readonly britishPayee: string;
  readonly germanPayee: string;
}

const SEED = join(import.meta.dirname, '..', '..', 'packages', 'server', 'seed', 'development.yaml');

export async function furnish(server: TestServer, simulatorUrl: string, size: number): Promise<Furnished> {
  const key = await server.newKey('test');
  const { environment, api } = key;
  await configure(server, environment, size);
  const { workflows, webhookSecret } = server;
  await connectEnvironment(workflows, environment.id, { simulatorUrl, webhookSecret });
  const { id: customer } = await createCustomer(api, { name: 'Ada Lovelace' });
  const register = async (payto: string) =>
    (await registerAccount(api, { payto, holderName: 'Grace Hopper' })).id;
  return {
    key,
    payer: await linkAccount(api, customer, 'GB', 'truelayer', 'monzo'),
    britishPayee: await register(OTHER_PAYTO),
    germanPayee: await register(PAYTO),
  };
}

async function configure(
  server: TestServer,
  environment: IssuedKey['environment'],
  size: number,
): Promise<void> {
  const seed = readRoutingConfig(readFileSync(SEED, 'utf8'), loadCatalogue());
  if (!seed.ok) throw new Error('The seed cannot be read');
  const text = formatRoutingConfig(connectionsOfSize(seed.value, size));
  const { api } = await server.newManager(environment.organisationId);
  const path = `/manage/v1/environments/${environment.id}/configuration`;
  const { body: plan } = await api(`${path}/plan`, { body: { text } });
  const applied = await api(`${path}/apply`, { body: { text, plan: plan.digest } });
  if (applied.status !== 200) throw new Error(`${JSON.stringify(plan.problems)} ${applied.text}`);
}
