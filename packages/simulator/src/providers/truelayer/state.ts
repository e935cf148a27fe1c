/** Everything this TrueLayer remembers: who its clients are, which consents and tokens there are, and payments. */
import { generateKeyPairSync } from 'node:crypto';
import type { Reply } from '../../http/route.ts';
import type { Table } from '../../state/table.ts';
import type { Bank } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import type { SimulatedPayment } from './payment.ts';
import { createProviderIds, type ProviderIds } from './provider-ids.ts';

/** An application as Console holds it. */
export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookUrl: string | undefined;
  /** In PEM, by their ids. */
  readonly signingKeys: ReadonlyMap<string, string>;
}

/** What a user agreed to share. */
export interface Connection {
  readonly id: string;
  readonly clientId: string;
  readonly bank: Bank;
  readonly accounts: readonly string[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly refreshToken: string;
  isRevoked: boolean;
}

/** A user in the auth dialog. */
export interface DialogSession {
  readonly id: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly scope: string;
  /** As TrueLayer names the banks. */
  readonly choice: readonly string[];
  bank: Bank | undefined;
  isOver: boolean;
}

export interface State {
  readonly world: World;
  /** Where this provider lives. */
  readonly root: string;
  readonly ids: ProviderIds;
  readonly apps: Table<App>;
  readonly clientTokens: Table<{ readonly clientId: string; readonly untilMs: number }>;
  readonly userTokens: Table<{ readonly connectionId: string; readonly untilMs: number }>;
  readonly connections: Table<Connection>;
  readonly codes: Table<{
    readonly connectionId: string;
    readonly redirectUri: string;
    readonly untilMs: number;
  }>;
  readonly sessions: Table<DialogSession>;
  readonly payments: Table<SimulatedPayment>;
  /** Client and key of creations that were answered 500 on purpose. */
  readonly failedKeys: Table<true>;
  /** By client and key. */
  readonly answered: Table<{ readonly request: string; readonly reply: Reply; readonly atMs: number }>;
  readonly webhookKey: WebhookKey;
}

/** Both halves in PEM. */
export interface WebhookKey {
  readonly kid: string;
  readonly privateKey: string;
  readonly publicKey: string;
}

export function createState(world: World): State {
  return {
    world,
    root: `${world.baseUrl}/truelayer`,
    ids: createProviderIds(world),
    apps: world.table('truelayer/apps', 'fixed'),
    clientTokens: world.table('truelayer/client-tokens', 'fixed'),
    userTokens: world.table('truelayer/user-tokens', 'fixed'),
    connections: world.table('truelayer/connections'),
    codes: world.table('truelayer/codes', 'fixed'),
    sessions: world.table('truelayer/sessions'),
    payments: world.table('truelayer/payments'),
    failedKeys: world.table('truelayer/failed-keys', 'fixed'),
    answered: world.table('truelayer/answered', 'fixed'),
    webhookKey: webhookKeyOf(world),
  };
}

/** Made once: clients keep its public half. */
function webhookKeyOf(world: World): WebhookKey {
  const keys = world.table<WebhookKey>('truelayer/webhook-key', 'fixed');
  const known = keys.get('current');
  if (known !== undefined) return known;
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'secp521r1',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const key = { kid: world.uuid(), ...pair };
  keys.set('current', key);
  return key;
}
