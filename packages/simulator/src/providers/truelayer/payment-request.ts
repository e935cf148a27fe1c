/** Reads the body that creates a payment, as strictly as we know the real one to read it. */

export type AccountIdentifier =
  | {
      readonly type: 'sort_code_account_number';
      readonly sort_code: string;
      readonly account_number: string;
    }
  | { readonly type: 'iban'; readonly iban: string }
  | { readonly type: 'nrb'; readonly nrb: string };

export interface PaymentRequest {
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly providerId: string;
  readonly schemeId: string;
  readonly remitter: { readonly name: string; readonly identifier: AccountIdentifier } | undefined;
  readonly beneficiary: {
    readonly name: string;
    readonly identifier: AccountIdentifier;
    readonly reference: string;
  };
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type PaymentReading =
  | { readonly ok: true; readonly request: PaymentRequest }
  | { readonly ok: false; readonly errors: Readonly<Record<string, readonly string[]>> };

/** Which currency each scheme pays in, and how it wants accounts written. */
export const SCHEMES: Readonly<
  Record<string, { readonly currency: string; readonly account: AccountIdentifier['type'] }>
> = {
  faster_payments_service: { currency: 'GBP', account: 'sort_code_account_number' },
  sepa_credit_transfer: { currency: 'EUR', account: 'iban' },
  sepa_credit_transfer_instant: { currency: 'EUR', account: 'iban' },
  polish_domestic_standard: { currency: 'PLN', account: 'nrb' },
  polish_domestic_express: { currency: 'PLN', account: 'nrb' },
};

export function readPaymentRequest(json: unknown): PaymentReading {
  const errors: Record<string, readonly string[]> = {};
  const demand = (holds: boolean, path: string, message: string) => {
    if (!holds) errors[path] = [message];
    return holds;
  };
  const body = recordOf(json);
  const method = recordOf(body.payment_method);
  const selection = recordOf(method.provider_selection);
  const beneficiary = recordOf(method.beneficiary);
  const user = recordOf(body.user);
  const amount = body.amount_in_minor;
  const isAmount = typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0;
  demand(isAmount, 'amount_in_minor', 'Must be a whole number above zero.');
  demand(method.type === 'bank_transfer', 'payment_method.type', 'Unknown value.');
  const pathOfSelection = 'payment_method.provider_selection';
  demand(selection.type === 'preselected', `${pathOfSelection}.type`, 'Only preselected is emulated.');
  const schemeId = textOf(recordOf(selection.scheme_selection).scheme_id ?? selection.scheme_id);
  const scheme = SCHEMES[schemeId];
  demand(scheme !== undefined, `${pathOfSelection}.scheme_selection.scheme_id`, 'Unknown value.');
  demand(body.currency === scheme?.currency, 'currency', 'Not supported by the scheme.');
  const pathOfPayee = 'payment_method.beneficiary';
  demand(
    beneficiary.type === 'external_account',
    `${pathOfPayee}.type`,
    'Only external_account is emulated.',
  );
  const payee = holderOf(beneficiary, scheme?.account);
  demand(payee !== undefined, `${pathOfPayee}.account_identifier`, 'Invalid for the scheme.');
  const reference = textOf(beneficiary.reference);
  demand(REFERENCE.test(reference), `${pathOfPayee}.reference`, 'Invalid length or characters.');
  const remitter =
    selection.remitter === undefined ? undefined : holderOf(recordOf(selection.remitter), scheme?.account);
  demand(
    selection.remitter === undefined || remitter !== undefined,
    `${pathOfSelection}.remitter`,
    'Invalid for the scheme.',
  );
  demand(textOf(user.id ?? user.name) !== '', 'user.name', 'Required.');
  demand(
    textOf(user.id ?? user.email ?? user.phone) !== '',
    'user.email',
    'An e-mail or a phone is required.',
  );
  if (Object.keys(errors).length > 0 || payee === undefined || !isAmount) return { ok: false, errors };
  return {
    ok: true,
    request: {
      amountMinor: BigInt(amount),
      currency: textOf(body.currency),
      providerId: textOf(selection.provider_id),
      schemeId,
      remitter,
      beneficiary: { ...payee, reference },
      metadata: recordOf(body.metadata),
    },
  };
}

const REFERENCE = /^[A-Za-z0-9\-:().,'+ ?/]{1,35}$/;

function holderOf(
  value: Readonly<Record<string, unknown>>,
  type: AccountIdentifier['type'] | undefined,
): { readonly name: string; readonly identifier: AccountIdentifier } | undefined {
  const name = textOf(value.account_holder_name);
  const identifier = identifierOf(recordOf(value.account_identifier), type);
  return name === '' || identifier === undefined ? undefined : { name, identifier };
}

function identifierOf(
  value: Readonly<Record<string, unknown>>,
  type: AccountIdentifier['type'] | undefined,
): AccountIdentifier | undefined {
  if (type === undefined || value.type !== type) return undefined;
  const [sortCode, number, iban, nrb] = [value.sort_code, value.account_number, value.iban, value.nrb].map(
    textOf,
  );
  switch (type) {
    case 'sort_code_account_number':
      return /^[0-9]{6}$/.test(sortCode ?? '') && /^[0-9]{8}$/.test(number ?? '')
        ? { type, sort_code: sortCode ?? '', account_number: number ?? '' }
        : undefined;
    case 'iban':
      return /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban ?? '') ? { type, iban: iban ?? '' } : undefined;
    case 'nrb':
      return /^[0-9]{26}$/.test(nrb ?? '') ? { type, nrb: nrb ?? '' } : undefined;
  }
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
