/** A simulated German bank, and the adapter connected to it. */
import type { PaymentOrder, Ports, SettlementScheme } from '@switchyard/rail-kit';
import type { BerlinGroupCredentials } from '../../../packages/rails/src/berlin-group/credentials.ts';
import { berlinGroupRail } from '../../../packages/rails/src/berlin-group/index.ts';
import { createBerlinGroup } from '../../../packages/simulator/src/providers/berlin-group/create-berlin-group.ts';
import { startSimulator } from '../../../packages/simulator/src/start-simulator.ts';
import { hastyHttp } from '../patient-http.ts';
import { createRecordedHttp } from '../recorded-http.ts';
import { startedControl } from '../xs2a/control.ts';

export const RETURN_URI = 'https://client.example/back?from=bank';
export const PAYER_NAME = 'Payer Of The Tests';

export async function startBerlinGroup(now = Date.now) {
  const simulator = await startSimulator({ providers: [createBerlinGroup], seed: 7, now });
  const at = (bank: string): BerlinGroupCredentials => ({
    base_url: `${simulator.baseUrl}/berlin-group/${bank}`,
    bank_name: bank,
    bank_country: 'DE',
    bank_bic: 'DEUTDEFF',
    tpp_ip_address: '203.0.113.7',
  });
  const hasty = hastyHttp();
  const http = createRecordedHttp(hasty);
  const ports: Ports = { http, now, randomUuid: () => crypto.randomUUID() };
  return {
    simulator,
    at,
    http,
    ...startedControl(simulator.baseUrl, 'berlin-group', hasty),
    open(credentials: BerlinGroupCredentials = at('de-deutsche-bank')) {
      const { bankLink, payment, institutions } = berlinGroupRail.open({
        rail: 'berlin-group-xs2a',
        credentials,
        ports,
      });
      if (!bankLink || !payment || !institutions) throw new Error('a role is missing');
      return { bankLink, payment, institutions };
    },
  };
}

export function germanOrder(
  payerIban: string,
  reference = 'Invoice 17',
  scheme: SettlementScheme = 'sepa-sct',
) {
  return {
    key: crypto.randomUUID(),
    state: crypto.randomUUID(),
    amount: { asset: 'iso4217:EUR', value: 1205n },
    scheme,
    payer: { payto: `payto://iban/${payerIban}`, holderName: PAYER_NAME },
    payee: { payto: 'payto://iban/DE75512108001245126199', holderName: 'Payee Of The Tests' },
    reference,
    returnUri: RETURN_URI,
    channel: 'web',
    psu: { ip: '198.51.100.4', userAgent: 'Mozilla/5.0' },
  } satisfies PaymentOrder;
}
