/**
 * The provider's words: its operations, what they are sent, and what of their answers is read. Nothing else in this folder
 * knows a path, a header or the name of a field. Only what is used is read, so that a field the provider adds breaks nothing.
 */
import type { HttpPort } from '@switchyard/rail-kit';
import { z } from 'zod';
import { type CallOutcome, call, type Silence } from '../calling/call.ts';
import type { TemplateCredentials } from './credentials.ts';

const payout = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  failure_code: z.string().nullish(),
});
export type ProviderPayout = z.infer<typeof payout>;

export interface PayoutRequest {
  readonly amount_minor: string;
  readonly currency: string;
  readonly iban: string;
  readonly name: string;
  readonly reference?: string;
}

export type TemplateApi = ReturnType<typeof createApi>;

export function createApi(credentials: TemplateCredentials, http: HttpPort) {
  function send<T>(
    purpose: string,
    [method, path]: readonly ['GET' | 'POST', string],
    expected: { readonly answer: z.ZodType<T>; readonly silence: Silence },
    more: { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown } = {},
  ): Promise<CallOutcome<T>> {
    const headers = { authorization: `Bearer ${credentials.api_key}`, accept: 'application/json' };
    const isEmpty = more.body === undefined;
    return call(
      http,
      {
        purpose,
        method,
        url: `${credentials.api_base_url}${path}`,
        headers: { ...headers, ...(isEmpty ? {} : { 'content-type': 'application/json' }), ...more.headers },
        ...(isEmpty ? {} : { body: JSON.stringify(more.body) }),
      },
      expected,
    );
  }

  return {
    /** Moves money: without a clear answer nobody knows whether it has. */
    createPayout: (key: string, body: PayoutRequest) =>
      send(
        'payouts.create',
        ['POST', '/payouts'],
        { answer: payout, silence: 'unknown' },
        { headers: { 'idempotency-key': key }, body },
      ),

    getPayout: (id: string) =>
      send('payouts.get', ['GET', `/payouts/${encodeURIComponent(id)}`], {
        answer: payout,
        silence: 'nothing',
      }),

    findPayouts: (key: string) =>
      send('payouts.find', ['GET', `/payouts?key=${encodeURIComponent(key)}`], {
        answer: z.object({ payouts: z.array(payout) }),
        silence: 'nothing',
      }),
  };
}
