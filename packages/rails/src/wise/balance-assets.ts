/** The currencies that this adapter collects, converts and pays out; Wise has more, with account numbers of other kinds. */
export const BALANCE_ASSETS: readonly string[] = ['iso4217:GBP', 'iso4217:EUR', 'iso4217:USD'];
