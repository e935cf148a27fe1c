/**
 * What each adapter is given to speak to the simulator, and what its provider's dashboard would have been told: the same that a
 * client does once with a real provider, by hand.
 */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  DEVELOPMENT_WALLET,
  KNOWN_CHAINS,
  PLAID_CLIENT_ID,
  PLAID_SECRET,
  WISE_API_TOKEN,
  WISE_BELGIUM,
  WISE_PROFILE_ID,
  WISE_WEBHOOK_PUBLIC_KEY,
} from '@switchyard/simulator';

export interface SimulatedRail {
  /** `kept` is what an earlier start made: key pairs are worth keeping. */
  credentials(
    simulatorUrl: string,
    kept: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>>;
  dashboard?: {
    readonly path: string;
    body(credentials: Readonly<Record<string, unknown>>, webhookUrl: string): unknown;
  };
}

const CLIENT_ID = 'switchyard-development';
/** The simulator is no secret, and neither is what opens it. */
const CLIENT_SECRET = 'no-secret-in-development';
const BERLIN_GROUP_BANK = { id: 'de-deutsche-bank', name: 'Deutsche Bank', country: 'DE', bic: 'DEUTDEFF' };

export const SIMULATED_RAILS: Readonly<Record<string, SimulatedRail>> = {
  truelayer: {
    credentials: (url, kept) => ({
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      signing_key_id: 'development',
      signing_private_key: kept.signing_private_key ?? newKey('ec'),
      auth_base_url: `${url}/truelayer`,
      api_base_url: `${url}/truelayer`,
      webhooks_base_url: `${url}/truelayer`,
      user_contact_email: 'payments@example.com',
    }),
    dashboard: {
      path: '/truelayer/__dashboard',
      body: (credentials, webhookUrl) => ({
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        webhookUrl,
        signingKey: { kid: 'development', publicKeyPem: publicHalf(credentials.signing_private_key) },
      }),
    },
  },
  plaid: {
    credentials: (url) => ({
      client_id: PLAID_CLIENT_ID,
      secret: PLAID_SECRET,
      base_url: `${url}/plaid`,
      client_name: 'Switchyard development',
      transfer: 'enabled',
    }),
    dashboard: { path: '/plaid/__dashboard', body: (_credentials, webhookUrl) => ({ webhookUrl }) },
  },
  'enable-banking': {
    credentials: (url, kept) => ({
      api_url: `${url}/enable-banking`,
      application_id: CLIENT_ID,
      private_key: kept.private_key ?? newKey('rsa'),
    }),
    dashboard: {
      path: '/enable-banking/__dashboard',
      body: (credentials) => ({ app_id: CLIENT_ID, certificate: publicHalf(credentials.private_key) }),
    },
  },
  'berlin-group-xs2a': {
    credentials: (url) => ({
      base_url: `${url}/berlin-group/${BERLIN_GROUP_BANK.id}`,
      bank_name: BERLIN_GROUP_BANK.name,
      bank_country: BERLIN_GROUP_BANK.country,
      bank_bic: BERLIN_GROUP_BANK.bic,
      tpp_ip_address: '127.0.0.1',
    }),
  },
  wise: wiseAs({ id: 'wise', token: WISE_API_TOKEN, profileId: WISE_PROFILE_ID }),
  ...Object.fromEntries(
    KNOWN_CHAINS.map(({ id, name }) => [
      `usdc-${name}`,
      {
        credentials: (url: string) => ({
          rpc_url: `${url}/evm/${id}`,
          private_key: DEVELOPMENT_WALLET.privateKey,
          confirmations: 2,
        }),
      },
    ]),
  ),
};

/** Second connections to a rail, by their key in the seed: another customer of the same provider. */
export const SIMULATED_CONNECTIONS: Readonly<Record<string, SimulatedRail>> = {
  [WISE_BELGIUM.id]: wiseAs(WISE_BELGIUM),
};

function wiseAs(business: {
  readonly id: string;
  readonly token: string;
  readonly profileId: number;
}): SimulatedRail {
  return {
    credentials: (url) => ({
      api_token: business.token,
      profile_id: String(business.profileId),
      api_base_url: `${url}/${business.id}`,
      webhook_public_key: WISE_WEBHOOK_PUBLIC_KEY,
    }),
    dashboard: {
      path: `/${business.id}/__dashboard`,
      body: (_credentials, webhookUrl) => ({ webhookUrl }),
    },
  };
}

function newKey(kind: 'ec' | 'rsa'): string {
  const { privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'secp521r1' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

function publicHalf(privateKey: unknown): string {
  return createPublicKey(String(privateKey)).export({ format: 'pem', type: 'spki' }).toString();
}
