import { formatPayto, parsePayto } from '@switchyard/payto';
import type { Party } from '@switchyard/rail-kit';
import type { AccountDetails } from './api/balances.ts';

/**
 * Where a payer sends money so that it lands on the balance of that currency. Local details come before those for payments
 * from abroad. Undefined when the business was given none that hold.
 */
export function collectingParty(all: readonly AccountDetails[], currency: string): Party | undefined {
  const options = all
    .filter(isUsable)
    .filter((each) => each.currency.code === currency)
    .flatMap(({ receiveOptions }) => receiveOptions)
    .toSorted((one, other) => Number(other.type === 'LOCAL') - Number(one.type === 'LOCAL'));
  for (const { details } of options) {
    const party = partyOf(new Map(details.map(({ type, body }) => [type, body ?? ''])), currency);
    if (party !== undefined) return party;
  }
  return undefined;
}

/** Wise also shows examples, which have no id, and numbers that were replaced. */
function isUsable({ id, status, deprecated }: AccountDetails): boolean {
  return id !== null && status === 'ACTIVE' && deprecated !== true;
}

function partyOf(details: ReadonlyMap<string, string>, currency: string): Party | undefined {
  const text = (...types: readonly string[]): string =>
    types.map((type) => details.get(type) ?? '').find((body) => body !== '') ?? '';
  const holderName = text('ACCOUNT_HOLDER');
  const number = text('ACCOUNT_NUMBER').replaceAll(/\s/g, '');
  const bankCode = (...types: readonly string[]): string => text(...types).replaceAll(/[\s-]/g, '');
  switch (currency) {
    case 'GBP':
      return party('gb-scan', [bankCode('SORT_CODE', 'BANK_CODE'), number], holderName);
    case 'USD':
      return party('ach', [bankCode('ROUTING_NUMBER', 'BANK_CODE'), number], holderName);
    default:
      return party('iban', [text('IBAN').replaceAll(/\s/g, '')], holderName);
  }
}

function party(scheme: string, segments: readonly string[], holderName: string): Party | undefined {
  const parsed = parsePayto(formatPayto({ scheme, segments, options: {} }));
  if (!parsed.ok || holderName === '') return undefined;
  const { country } = parsed.address;
  return {
    payto: formatPayto(parsed.address),
    holderName,
    ...(country === undefined ? {} : { country }),
  };
}
