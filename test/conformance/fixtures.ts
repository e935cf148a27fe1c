/** Objects and requests that many topics need. */
import { randomUUID } from 'node:crypto';
import { type BaseOperation, OPERATIONS, type OutputOf } from '@switchyard/contract';
import type { Api, ApiRequest } from '../harness/api.ts';
import { expectSuccess } from './expect.ts';

export const IBAN = 'DE75512108001245126199';
export const PAYTO = `payto://iban/${IBAN}`;
export const OTHER_PAYTO = 'payto://iban/GB33BUKB20201555555555';

/** Well-formed ids that no environment holds. */
export const UNKNOWN = {
  customer: 'cus_0000000000000000000000',
  account: 'acct_0000000000000000000000',
  event: 'evt_0000000000000000000000',
  linkSession: 'lnk_0000000000000000000000',
  paymentIntent: 'pi_0000000000000000000000',
} as const;

export function unique(name: string): string {
  return `${name}-${randomUUID()}`;
}

export async function createCustomer(
  api: Api,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<OutputOf<'customers.create'>> {
  const body = { externalId: unique('user'), ...fields };
  return expectSuccess('customers.create', await api('/v1/customers', { body }));
}

export async function registerAccount(
  api: Api,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<OutputOf<'accounts.create'>> {
  const body = { holderName: 'Ada Lovelace', payto: PAYTO, ...fields };
  return expectSuccess('accounts.create', await api('/v1/accounts', { body }));
}

export interface ExampleRequest {
  readonly operation: (typeof OPERATIONS)[number];
  readonly path: string;
  readonly request: ApiRequest;
}

/** A right request for each operation, as the document itself gives it. */
export const EXAMPLE_REQUESTS: readonly ExampleRequest[] = OPERATIONS.map((operation) => ({
  operation,
  path: examplePath(operation),
  request: {
    method: operation.method,
    ...(operation.examples.body === undefined ? {} : { body: operation.examples.body }),
  },
}));

/** The operation's path and query, as its example has them. */
export function examplePath({ path, examples }: BaseOperation): string {
  const params = Object.entries(examples.params ?? {});
  const filled = params.reduce<string>(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    path,
  );
  const query = new URLSearchParams(
    Object.entries(examples.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

export function withQuery(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}
