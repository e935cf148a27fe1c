/** Pages a person clicks. Plain forms: they work without JavaScript, and for scripts. */

/** One form with any login, `account` (one or more of them) and the buttons `decision=approve` and `decision=decline`. */
export interface ApprovalPage {
  readonly providerName: string;
  readonly bankName: string;
  readonly heading: string;
  /** What is being agreed to, line by line: amount, payee, reference; or what is shared. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly accounts: readonly { readonly id: string; readonly label: string; readonly number: string }[];
  /** Several accounts may be chosen when an account is linked; one when it pays. */
  readonly choose: 'one' | 'several';
  /** Where the form is posted. */
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
}

/** One form with the select `institution`. */
export interface BankChoicePage {
  readonly providerName: string;
  readonly banks: readonly { readonly id: string; readonly name: string }[];
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
}
