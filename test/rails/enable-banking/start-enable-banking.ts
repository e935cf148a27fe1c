/** The simulated Enable Banking, an application registered with it, and the adapter connected to it. */
import { generateKeyPairSync } from 'node:crypto';
import type { PaymentOrder, Ports, SettlementScheme } from '@switchyard/rail-kit';
import type { EnableBankingCredentials } from '../../../packages/rails/src/enable-banking/credentials.ts';
import { enableBankingRail } from '../../../packages/rails/src/enable-banking/index.ts';
import { createEnableBanking } from '../../../packages/simulator/src/providers/enable-banking/create-enable-banking.ts';
import { startSimulator } from '../../../packages/simulator/src/start-simulator.ts';
import { hastyHttp } from '../patient-http.ts';
import { createRecordedHttp } from '../recorded-http.ts';
import { startedControl } from '../xs2a/control.ts';

export const RETURN_URI = 'https://client.example/back';
export const PAYER_NAME = 'Payer Of The Tests';

export const KEYS = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

export async function startEnableBanking() {
  const simulator = await startSimulator({ providers: [createEnableBanking], seed: 7 });
  const registered = await fetch(`${simulator.baseUrl}/enable-banking/__dashboard`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ certificate: KEYS.publicKey, redirect_urls: [RETURN_URI] }),
  });
  const { app_id } = (await registered.json()) as { readonly app_id: string };
  const credentials: EnableBankingCredentials = {
    api_url: `${simulator.baseUrl}/enable-banking`,
    application_id: app_id,
    private_key: KEYS.privateKey,
  };
  const hasty = hastyHttp();
  const http = createRecordedHttp(hasty);
  const ports: Ports = { http, now: Date.now, randomUuid: () => crypto.randomUUID() };
  return {
    simulator,
    credentials,
    http,
    ...startedControl(simulator.baseUrl, 'enable-banking', hasty),
    open(changed: Partial<EnableBankingCredentials> = {}, now = Date.now) {
      const { bankLink, payment, institutions } = enableBankingRail.open({
        rail: 'enable-banking',
        credentials: { ...credentials, ...changed },
        ports: { ...ports, now },
      });
      if (!bankLink || !payment || !institutions) throw new Error('a role is missing');
      return { bankLink, payment, institutions };
    },
  };
}

export interface Payer {
  readonly iban: string;
  readonly institution: string;
}

export function europeanOrder(
  { iban, institution }: Payer,
  reference = 'Invoice 17',
  scheme: SettlementScheme = 'sepa-sct',
) {
  return {
    key: crypto.randomUUID(),
    state: crypto.randomUUID(),
    amount: { asset: 'iso4217:EUR', value: 1205n },
    scheme,
    payer: { payto: `payto://iban/${iban}`, holderName: PAYER_NAME, institution },
    payee: { payto: 'payto://iban/DE75512108001245126199', holderName: 'Payee Of The Tests' },
    reference,
    returnUri: RETURN_URI,
    channel: 'web',
  } satisfies PaymentOrder;
}

export function linkAt(institution: string, state: string = crypto.randomUUID()) {
  return {
    key: crypto.randomUUID(),
    user: 'user-1',
    country: institution.slice(0, 2),
    institution,
    channel: 'web',
    returnUri: RETURN_URI,
    state,
  } as const;
}
