/**
 * Reads wishes out of a payment. The bank's comes first, the payee's name may change it, and the reference has the last
 * word; several wishes in one text all count, as in `SIM slow, SIM duplicate`.
 */
import type { Bank } from './bank.ts';
import { BANK_OUTCOMES, DEFAULT_SCRIPT, OUTCOMES } from './outcomes.ts';
import type { PaymentScript, PaymentTraits } from './payment-script.ts';

export function scriptFor(
  bankOf: (id: string) => Pick<Bank, 'wish'> | undefined,
  { bank, payeeName, reference }: PaymentTraits,
): PaymentScript {
  const wish = bank === undefined ? 'none' : (bankOf(bank)?.wish ?? 'none');
  return {
    ...DEFAULT_SCRIPT,
    ...(wish === 'none' ? {} : BANK_OUTCOMES[wish].script),
    ...wishesIn(payeeName),
    ...wishesIn(reference),
  };
}

// Some schemes allow no space or no underscore in a reference, so either, or a hyphen, may stand between words.
const PATTERNS = OUTCOMES.map(({ words, script }) => ({
  pattern: new RegExp(`\\b(?:SIM|Simulated)[\\s_-]+${words.replace(' ', '[\\s_-]+')}(?![A-Za-z])`, 'i'),
  script,
}));

function wishesIn(text: string | undefined): Partial<PaymentScript> {
  const scripts = PATTERNS.filter(({ pattern }) => pattern.test(text ?? '')).map(({ script }) => script);
  return Object.assign({}, ...scripts);
}
