/** Whom Wise can pay. Making a recipient twice leaves two of them, which does no harm. */
import { z } from 'zod';
import { exactNumber } from '../exact-json.ts';
import { type Exchange, type WiseApi, wholeNumber } from './exchange.ts';

export interface RecipientRequest {
  readonly currency: string;
  readonly accountHolderName: string;
  readonly legalType: 'PRIVATE' | 'BUSINESS';
  readonly account: RecipientAccount;
}

export type RecipientAccount =
  | { readonly type: 'iban'; readonly details: { readonly IBAN: string } }
  | {
      readonly type: 'sort_code';
      readonly details: { readonly sortCode: string; readonly accountNumber: string };
    }
  | {
      readonly type: 'aba';
      readonly details: {
        readonly abartn: string;
        readonly accountNumber: string;
        readonly accountType: 'CHECKING';
        readonly address: { readonly country: string };
      };
    };

const recipient = z.object({ id: wholeNumber });

export function createRecipient(
  api: WiseApi,
  { currency, accountHolderName, legalType, account }: RecipientRequest,
): Promise<Exchange<z.infer<typeof recipient>>> {
  return api.call({
    purpose: 'recipients.create',
    method: 'POST',
    path: '/v1/accounts',
    body: {
      currency,
      type: account.type,
      profile: exactNumber(api.profileId),
      accountHolderName,
      details: { legalType, ...account.details },
    },
    answer: recipient,
  });
}
