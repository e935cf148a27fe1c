/**
 * An environment with one of everything that a request can name. Each world marks what it writes with a word of its own, so that a
 * word that turns up in another world's answer shows where it leaked from.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SIMULATED_RAILS } from '../../packages/server/src/development/simulated-rails.ts';
import type { Environment } from '../../packages/server/src/domain/environment.ts';
import { institutionId } from '../../packages/server/src/domain/institutions/institution-id.ts';
import { putFinding } from '../../packages/server/src/store/findings.ts';
import { packDirectory, putDirectory } from '../../packages/server/src/store/provider-directories.ts';
import { connectToSimulator } from '../../packages/server/src/testing/connect-to-simulator.ts';
import type { IssuedKey, TestServer } from '../../packages/server/src/testing/test-server.ts';
import { giveToOperator } from '../../packages/server/src/workflows/pay/give-to-operator.ts';
import type { Api, ApiAnswer, ApiRequest } from '../harness/api.ts';

export interface World {
  readonly environment: Environment;
  readonly key: IssuedKey;
  /** An owner of its organisation. */
  readonly owner: Api;
  /** Stands in everything written here that is text. */
  readonly word: string;
  /** One of each kind, by what ids of the kind begin with or by the field's name. */
  readonly named: ReadonlyMap<string, string>;
  /** What a request says beside names, where the document's example would not do for this environment. */
  readonly payee: string;
  readonly rail: string;
  readonly configuration: string;
  readonly policy: unknown;
  /** Of the connection. */
  readonly credentials: unknown;
}

/** Kinds that an organisation has, whichever of its environments one looks from. */
export const KINDS_OF_ORGANISATIONS: ReadonlySet<string> = new Set(['env_', 'opr_', 'mtk_', 'aud_']);

export const RETURN_URI = 'https://shop.example/return';
export const USDC = { value: '1000', asset: 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' };
const PAYER = 'payto://eth/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266@8453';
const PAYEE = 'payto://eth/0x70997970C51812dc3A010C7d01b50e0d17dc79C8@8453';
/** Of the connection whose directory gets the world's own bank. */
const RAIL = 'truelayer';

export interface WorldOptions {
  readonly word: string;
  readonly simulatorUrl: string;
  /** The BIC of a bank that no other world has heard of. */
  readonly bic: string;
  /** How many versions of the policy there are beside the first; all but the last have been in force. */
  readonly drafts: number;
}

export async function makeWorld(
  server: TestServer,
  environment: Environment,
  options: WorldOptions,
): Promise<World> {
  const { word } = options;
  const key = await server.newKey(environment);
  const owner = (await server.newManager(environment.organisationId)).api;
  await connectToSimulator(server, environment.id, options.simulatorUrl);
  const put = async (path: string, body: unknown = {}) => made(await key.api(path, { body }), path);
  const manage = async (path: string, request: ApiRequest = {}) =>
    made(await owner(`/manage/v1${path}`, request), path);
  const within = `/environments/${environment.id}`;
  await manage(within, { body: { settings: { returnOrigins: ['https://shop.example'] } } });

  const institution = await addBank(server, environment, options);
  const customer = await put('/v1/customers', { externalId: `${word}-customer`, name: word });
  const wallet = (payto: string) => put('/v1/accounts', { customer: customer.id, holderName: word, payto });
  const [from, to] = [await wallet(PAYER), await wallet(PAYEE)];
  const quote = async () =>
    (await put('/v1/route_quotes', { from: from.id, to: to.id, amount: USDC })).quotes[0];
  const pay = await quote();
  const paid = await put('/v1/payment_intents', { quote: pay.id, digest: pay.digest, returnUri: RETURN_URI });
  await giveToOperator(server.workflows, environment.id, { paymentId: paid.id, legId: paid.legs[0].id });
  const unspent = await quote();
  const link = await put('/v1/link_sessions', {
    customer: customer.id,
    country: 'GB',
    returnUri: RETURN_URI,
  });
  const decision = await put('/v1/route_decisions', DECISION);
  const outcome = await put('/v1/outcomes', { ...OUTCOME, decision: decision.id, rail: decision.rail });

  const endpoint = await manage(`${within}/webhook_endpoints`, {
    body: { url: `https://${word}.example/hook`, description: word },
  });
  const events = await key.api('/v1/events');
  const event = events.body.data[0].id;
  await manage(`${within}/webhook_endpoints/${endpoint.id}/deliveries/${event}/resend`, { method: 'POST' });
  const { active, version, policy } = await draftPolicies(manage, within, options.drafts);
  const run = await manage(`${within}/policies/${version}/dry_runs`, { body: { decisions: 1 } });
  const written: string = (await manage(`${within}/configuration`)).text;
  const configuration = written.replace(/label: .*/, `label: ${word}`);
  const plan = await manage(`${within}/configuration/plan`, { body: { text: configuration } });
  const apiKey = await manage(`${within}/api_keys`, { body: { label: word, scopes: ['full'] } });
  // These are the organisation's, and all its environments may see them.
  const token = await manage('/management_tokens', { body: { label: 'Looks', role: 'viewer' } });
  const operator = await manage('/operators', {
    body: { email: `operator-${options.drafts}@example.com`, role: 'viewer' },
  });
  await server.requestLog?.flush();
  return {
    environment,
    key,
    owner,
    word,
    payee: to.id,
    rail: decision.rail,
    configuration,
    policy,
    credentials: SIMULATED_RAILS[RAIL]?.credentials(options.simulatorUrl, {}),
    named: new Map([
      ['env_', environment.id],
      ['ins_', institution],
      ['cus_', customer.id],
      ['externalId', `${word}-customer`],
      ['acct_', from.id],
      ['qt_', unspent.id],
      ['digest', unspent.digest],
      ['pi_', paid.id],
      ['leg_', paid.legs[0].id],
      ['lnk_', link.id],
      ['dec_', decision.id],
      ['out_', outcome.id],
      ['evt_', event],
      ['con_', await connectionOf(server, environment)],
      ['ctr_', (await manage(`${within}/contracts?limit=1`)).data[0].id],
      ['key_', apiKey.id],
      ['we_', endpoint.id],
      ['version', String(version)],
      ['replaces', String(active)],
      ['dry_', run.id],
      ['plan', plan.digest],
      ['fnd_', await addFinding(server, environment)],
      ['req_', events.headers.get('request-id') ?? ''],
      ['opr_', operator.id],
      ['mtk_', token.id],
      ['aud_', (await manage('/audit_entries?limit=1')).data[0].id],
    ]),
  };
}

const DECISION = {
  operation: 'banking.pis.single',
  amount: { value: '25000', asset: 'iso4217:GBP' },
  payer: { country: 'GB', scheme: 'gb-scan' },
  payee: { country: 'GB', scheme: 'gb-scan' },
};
const OUTCOME = { status: 'succeeded', latencyMs: 1_200 };

function made(answer: ApiAnswer, path: string) {
  assert.ok(answer.status < 300, `${path}: ${answer.text}`);
  return answer.body;
}

async function draftPolicies(
  manage: (path: string, request?: ApiRequest) => Promise<ApiAnswer['body']>,
  within: string,
  drafts: number,
): Promise<{ readonly active: number; readonly version: number; readonly policy: unknown }> {
  const [first] = (await manage(`${within}/policies`)).data;
  let [active, version] = [first.version, first.version];
  for (let draft = 0; draft < drafts; draft += 1) {
    if (draft > 0) {
      await manage(`${within}/policies/${version}/activate`, { body: { replaces: active } });
      active = version;
    }
    version = (await manage(`${within}/policies`, { body: { policy: first.policy } })).version;
  }
  return { active, version, policy: first.policy };
}

async function connectionOf({ store }: TestServer, { id }: Environment): Promise<string> {
  const [row] = await store.asOwner<{ readonly id: string }>(
    'select id from switchyard.connection where environment_id = $1 and rail = $2',
    [id, RAIL],
    id,
  );
  assert.ok(row);
  return row.id;
}

/** In place of what the provider knows: the directory is then one that nobody else has. */
async function addBank(
  server: TestServer,
  environment: Environment,
  { word, bic }: WorldOptions,
): Promise<string> {
  const connection = await connectionOf(server, environment);
  const packed = await packDirectory([
    {
      ref: `bank-of-${word}`,
      name: `Bank of ${word}`,
      country: 'GB',
      bic,
      roles: ['bank-link'],
      restrictions: [],
    },
  ]);
  await server.store.db.transaction(environment.id, async (tx) => {
    putDirectory(tx, connection, packed, new Date());
    return { commit: true, value: undefined };
  });
  server.workflows.directory.forget(environment.id);
  return institutionId('GB', bic);
}

/** As a comparison with a provider's list would: a payment that only the provider knows. */
async function addFinding(server: TestServer, environment: Environment): Promise<string> {
  const id = server.store.newId('fnd_');
  const keys = await server.store.keyring.of(environment.id);
  const connectionId = await connectionOf(server, environment);
  await server.store.db.transaction(environment.id, async (tx) => {
    const ref = randomUUID();
    const finding = {
      id,
      connectionId,
      kind: 'unknown_to_us',
      subject: ref,
      particulars: { ref },
      at: new Date(),
    } as const;
    return { commit: true, value: await putFinding(tx, keys, finding) };
  });
  return id;
}
