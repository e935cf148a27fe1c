/** Everything this TrueLayer remembers, in memory: who its clients are, which consents and tokens there are, and payments. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Reply } from '../../http/route.ts';
import type { Bank } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import type { SimulatedPayment } from './payment.ts';
import { createProviderIds, type ProviderIds } from './provider-ids.ts';

/** An application as Console holds it. */
export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookUrl: string | undefined;
  readonly signingKeys: ReadonlyMap<string, KeyObject>;
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
  readonly choice: readonly Bank[];
  bank: Bank | undefined;
  isOver: boolean;
}

export interface State {
  readonly world: World;
  /** Where this provider lives. */
  readonly root: string;
  readonly ids: ProviderIds;
  readonly apps: Map<string, App>;
  readonly clientTokens: Map<string, { readonly clientId: string; readonly untilMs: number }>;
  readonly userTokens: Map<string, { readonly connection: Connection; readonly untilMs: number }>;
  readonly connections: Map<string, Connection>;
  readonly codes: Map<
    string,
    { readonly connection: Connection; readonly redirectUri: string; readonly untilMs: number }
  >;
  readonly sessions: Map<string, DialogSession>;
  readonly payments: Map<string, SimulatedPayment>;
  /** Client and key of creations that were answered 500 on purpose. */
  readonly failedKeys: Set<string>;
  /** By client and key. */
  readonly answered: Map<string, { readonly request: string; readonly reply: Reply; readonly atMs: number }>;
  readonly webhookKey: {
    readonly kid: string;
    readonly privateKey: KeyObject;
    readonly publicKey: KeyObject;
  };
}

export function createState(world: World): State {
  return {
    world,
    root: `${world.baseUrl}/truelayer`,
    ids: createProviderIds(world),
    apps: new Map(),
    clientTokens: new Map(),
    userTokens: new Map(),
    connections: new Map(),
    codes: new Map(),
    sessions: new Map(),
    payments: new Map(),
    failedKeys: new Set(),
    answered: new Map(),
    webhookKey: { kid: world.uuid(), ...generateKeyPairSync('ec', { namedCurve: 'secp521r1' }) },
  };
}
