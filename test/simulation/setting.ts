/** What is there before anything happens: an environment, two accounts, a connection of each rail, and quotes. */
import { createHash } from 'node:crypto';
import type { Environment } from '../../packages/server/src/domain/environment.ts';
import type { DataKey, EnvironmentKeys } from '../../packages/server/src/store/keyring.ts';
import { webhookTokenHash } from '../../packages/server/src/workflows/take-notice.ts';
import { isBalanceRail } from './providers/balances.ts';
import { RAILS, type SimulatedRail } from './providers/rails.ts';
import { holdRate, RATE_FEE } from './providers/rates.ts';
import { dataKeyColumns } from './store/statements.ts';
import type { Tables } from './store/tables.ts';
import type { World } from './world.ts';

export const ENVIRONMENT: Environment = { id: 'env_1', organisationId: 'org_1', mode: 'test' };
export const PAYER = 'acct_payer';
export const PAYEE = 'acct_payee';
export const PAYTOS = {
  [PAYER]: 'payto://iban/DE89370400440532013000',
  [PAYEE]: 'payto://iban/FR1420041010050500013M02606',
};
export const CONNECTIONS: ReadonlyMap<string, string> = new Map(RAILS.map((rail) => [`con_${rail}`, rail]));
export const EUR = 'iso4217:EUR';

/** Sealing is proved elsewhere; here a sealed column is what was sealed. */
const PLAIN_KEY: DataKey = {
  seal: (_table, _column, _row, plain) => plain,
  open: (_table, _column, _row, sealed) => sealed,
};

export const PLAIN_KEYS: EnvironmentKeys = {
  environmentId: ENVIRONMENT.id,
  sealingVersion: 1,
  newDataKey: (subjectId) => ({
    dataKey: PLAIN_KEY,
    row: { subjectId, version: 1, environmentKeyVersion: 1, wrapped: Buffer.alloc(0) },
  }),
  openDataKey: () => PLAIN_KEY,
  rewrapDataKey: (row) => row,
  fingerprint: (purpose, text) => Buffer.from(`${purpose} ${text}`),
};

export function webhookTokenOf(connectionId: string): string {
  return `hook-${connectionId}`;
}

export function furnish(tables: Tables, world: World): void {
  const open = tables.open('setting');
  const at = new Date(world.nowMs());
  for (const [id, payto] of Object.entries(PAYTOS)) {
    tables.put(open, 'account', id, {
      id,
      customer_id: null,
      source: 'registered',
      status: 'active',
      scheme: 'iban',
      masked: '****',
      country: 'DE',
      institution_id: null,
      assets: [EUR],
      rails: null,
      links: null,
      fingerprint: Buffer.from(id),
      details: Buffer.from(JSON.stringify({ holderName: id })),
      address: Buffer.from(payto),
      created_at: at,
      updated_at: at,
      ...dataKeyColumns(id),
    });
    tables.put(open, 'data_key', id, dataKeyColumns(id));
  }
  for (const connection_id of CONNECTIONS.keys()) {
    const hash = webhookTokenHash(webhookTokenOf(connection_id)).toString('hex');
    tables.put(open, 'webhook_path', hash, { environment_id: ENVIRONMENT.id, connection_id });
  }
  tables.commit(open);
}

export interface Quote {
  readonly id: string;
  readonly digest: string;
  readonly route: readonly SimulatedRail[];
}

const QUOTE_MS = 5 * 60_000;

/** What is not the last leg ends on the balance of the next one's rail; the last payout converts, under a rate that is held for a while. */
export function quote(tables: Tables, world: World, number: number, route: readonly SimulatedRail[]): Quote {
  const id = `qt_${number}`;
  const digest = `sha256:${createHash('sha256').update(id).digest('hex')}`;
  const value = BigInt(10_000 + number);
  const amount = (of: bigint) => ({ value: String(of), asset: EUR });
  const last = route.length > 1 ? value - RATE_FEE : value;
  const hold = route.length > 1 ? holdRate(world, id, value) : undefined;
  const legs = route.map((rail, at) => ({
    sequence: at + 1,
    kind: kindOf(rail, at, route.length),
    rail,
    connection: `con_${rail}`,
    capability: 'banking.payments',
    scheme: rail === 'chain' ? 'evm-erc20' : 'sepa-sct-inst',
    send: amount(value),
    receive: amount(at === route.length - 1 ? last : value),
    fees: [],
    ...(hold !== undefined && at === route.length - 1
      ? { fx: { lockedUntil: new Date(hold.untilMs).toISOString() } }
      : {}),
    custody: 'provider',
    requiresAction: !isBalanceRail(rail) && rail !== 'chain',
  }));
  const expiresAt = new Date(world.nowMs() + QUOTE_MS);
  const body = {
    id,
    digest,
    from: PAYER,
    to: PAYEE,
    send: amount(value),
    receive: amount(last),
    legs,
    referenceMax: 140,
    expiresAt: expiresAt.toISOString(),
  };
  const holds = hold === undefined ? {} : { [route.length]: hold };
  const open = tables.open('quote');
  const created_at = new Date(world.nowMs());
  tables.put(open, 'route_quote', id, { body, channel: 'web', holds, expires_at: expiresAt, created_at });
  tables.commit(open);
  return { id, digest, route };
}

function kindOf(rail: SimulatedRail, at: number, legs: number): string {
  if (rail === 'chain') return 'on-chain';
  if (isBalanceRail(rail)) return 'payout';
  return at < legs - 1 ? 'pay-in' : 'payment';
}
