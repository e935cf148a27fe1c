/**
 * What a backend asks while it works: mostly payments in several countries, each of another amount, and between them the
 * look-ups, checks and screenings that surround a payment. The same bodies go to the service and to the echo.
 */
import type { AmountBand, AmountOnWire, DecisionRequest } from '@switchyard/engine';

const BODIES = 512;
const EUR = 'iso4217:EUR';
const GBP = 'iso4217:GBP';

type Ask = (value: number) => DecisionRequest;

const iban = (country: string) => ({ country, scheme: 'iban' });

const PAYMENTS: readonly Ask[] = [
  (value) => payment('banking.pis.single', exactly(value, EUR), iban('DE'), iban('FR')),
  (value) => payment('banking.pis.single', exactly(value, EUR), iban('NL'), iban('NL')),
  (value) => payment('banking.pis.single', exactly(value, GBP), { country: 'GB' }, { country: 'GB' }),
  (value) => payment('banking.pis.single', between(value, EUR), iban('ES'), iban('DE')),
  (value) => ({
    ...payment('banking.pis.single', exactly(value, EUR), iban('FR'), iban('IT')),
    preference: 'fastest',
  }),
  (value) => ({
    ...payment('banking.pis.single', exactly(value, EUR), iban('IT'), iban('DE')),
    preference: 'cheapest',
    constraints: { excludeRails: ['trustly'] },
  }),
  (value) => payment('banking.pis.scheduled', exactly(value, EUR), iban('AT'), iban('DE')),
  (value) => payment('banking.payouts', exactly(value, EUR), iban('DE'), iban('PL')),
  (value) => payment('banking.payouts', exactly(value, GBP), { country: 'GB' }, { country: 'GB' }),
  (value) => payment('money.cross-border', exactly(value, EUR), iban('DE'), { country: 'US' }),
];

const LOOK_UPS: readonly Ask[] = [
  () => ({ operation: 'banking.ais.balances', payer: { country: 'DE' } }),
  () => ({ operation: 'banking.ais.transactions', payer: { country: 'GB' } }),
  () => ({ operation: 'verification.vop', payer: iban('FR') }),
  () => ({ operation: 'identity.kyc.document', payer: { country: 'ES' } }),
  () => ({ operation: 'compliance.screening.sanctions', payer: { country: 'NL' } }),
];

export function sampleDecisions(): readonly DecisionRequest[] {
  return Array.from({ length: BODIES }, (_, at) => {
    // One in four is no payment.
    const asks = at % 4 === 3 ? LOOK_UPS : PAYMENTS;
    const ask = asks[at % asks.length];
    if (ask === undefined) throw new Error('There is nothing to ask');
    return ask(1_000 + at * 97);
  });
}

function payment(
  operation: DecisionRequest['operation'],
  amount: AmountOnWire | AmountBand,
  payer: DecisionRequest['payer'],
  payee: DecisionRequest['payer'],
): DecisionRequest {
  return { operation, amount, payer, payee };
}

function exactly(value: number, asset: string): AmountOnWire {
  return { value: String(value), asset };
}

function between(value: number, asset: string): AmountBand {
  return { asset, band: { min: String(value), max: String(2 * value) } };
}
