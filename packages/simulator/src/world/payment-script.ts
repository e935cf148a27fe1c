/** What a payment asks for by its reference (`SIM refused`), its payee's name or its bank. Never by its amount. */
export interface PaymentTraits {
  readonly reference: string | undefined;
  readonly payeeName: string | undefined;
  readonly bank: string | undefined;
}

export interface PaymentScript {
  /** How the call that creates the payment is answered. After `timeout` and `reset` the payment exists all the same. */
  readonly creation: 'normal' | 'timeout' | 'reset' | 'error_500' | 'refused';
  /** What happens once the user has approved. */
  readonly result: 'settled' | 'refused' | 'insufficient_funds' | 'returned' | 'stuck';
  /** From approval to the result. */
  readonly settleAfterMs: number;
  readonly webhooks: 'normal' | 'duplicate' | 'late' | 'reordered' | 'none';
}
