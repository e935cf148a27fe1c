import { createBanks } from '../../world/banks.ts';

/** Of an account in another world. */
export const PAYEE_IBAN = 'DE75512108001245126199';

/** Of an account at the bank from which the flows pay. */
export function payerIban(): string {
  const iban = createBanks().accountsAt('de-dkb')[0]?.iban;
  if (iban === undefined) throw new Error('the bank has an account');
  return iban;
}
