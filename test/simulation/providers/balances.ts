/** The balances that money can stand on between two legs, and the accounts by which it gets there. */
export const BALANCES = {
  transit: 'payto://iban/DE75512108001245126199',
  'transit-2': 'payto://iban/DE02120300000000202051',
  'transit-3': 'payto://iban/DE02500105170137075030',
} as const;

export type BalanceRail = keyof typeof BALANCES;

export function isBalanceRail(rail: unknown): rail is BalanceRail {
  return typeof rail === 'string' && Object.hasOwn(BALANCES, rail);
}

/** Whose balance an account is; undefined when it is somebody's own. */
export function balanceAt(payto: string): BalanceRail | undefined {
  return BALANCE_RAILS.find((rail) => BALANCES[rail] === payto);
}

export const BALANCE_RAILS = Object.keys(BALANCES) as readonly BalanceRail[];

/** What a payer writes so that the balance knows whose money it is. */
export function creditReference(key: string): string {
  return `C${key.slice(0, 8)}`;
}
