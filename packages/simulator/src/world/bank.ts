export interface Bank {
  /** Stable, such as `gb-monzo`. Providers translate it to ids of their own. */
  readonly id: string;
  readonly name: string;
  readonly country: string;
  /** Empty at the few banks that have none. */
  readonly bic: string;
  readonly currency: string;
  /** Sort code prefix, Bankleitzahl, routing number. */
  readonly nationalCode?: string;
  /** What always happens at this bank; `none` at ordinary ones. */
  readonly wish: BankWish;
}

/** Test institutions have one of these and are named for it. */
export type BankWish = 'none' | 'declines' | 'unavailable' | 'slow' | 'revokes' | 'expires' | 'no_accounts';

export interface BankAccount {
  readonly id: string;
  readonly bank: string;
  readonly holderName: string;
  readonly label: string;
  readonly currency: string;
  readonly iban?: string;
  readonly sortCode?: string;
  readonly accountNumber?: string;
  readonly routingNumber?: string;
  /** What the account number is read with elsewhere: BSB, IFSC, or a Canadian institution and transit number. */
  readonly bankCode?: string;
}
