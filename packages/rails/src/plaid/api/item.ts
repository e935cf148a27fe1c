/** What an Item (one login at one bank) gives: its accounts, their numbers, their owners, and whether consent holds. */
import { z } from 'zod';
import type { Heard, PlaidApi } from './client.ts';

const itemSchema = z.object({
  item_id: z.string(),
  institution_id: z.string().nullish(),
  institution_name: z.string().nullish(),
  consent_expiration_time: z.iso.datetime({ offset: true }).nullish(),
  error: z.object({ error_code: z.string() }).nullish(),
});
export type Item = z.output<typeof itemSchema>;

const accountSchema = z.object({
  account_id: z.string().min(1),
  balances: z.object({ iso_currency_code: z.string().nullish() }),
});

const authSchema = z.object({
  accounts: z.array(accountSchema),
  numbers: z.object({
    ach: z.array(z.object({ account_id: z.string(), account: z.string(), routing: z.string() })),
    bacs: z.array(z.object({ account_id: z.string(), account: z.string(), sort_code: z.string() })),
    international: z.array(z.object({ account_id: z.string(), iban: z.string(), bic: z.string() })),
  }),
  item: itemSchema,
});
export type Auth = z.output<typeof authSchema>;

const identitySchema = z.object({
  accounts: z.array(
    z.object({ account_id: z.string(), owners: z.array(z.object({ names: z.array(z.string()) })) }),
  ),
});
export type Identity = z.output<typeof identitySchema>;

export function getAuth(api: PlaidApi, accessToken: string): Promise<Heard<Auth>> {
  return api.call({
    purpose: 'auth.get',
    path: '/auth/get',
    body: { access_token: accessToken },
    answer: authSchema,
  });
}

export function getIdentity(api: PlaidApi, accessToken: string): Promise<Heard<Identity>> {
  return api.call({
    purpose: 'identity.get',
    path: '/identity/get',
    body: { access_token: accessToken },
    answer: identitySchema,
  });
}

export function getItem(api: PlaidApi, accessToken: string): Promise<Heard<Item>> {
  return api.call({
    purpose: 'item.get',
    path: '/item/get',
    body: { access_token: accessToken },
    answer: z.object({ item: itemSchema }).transform(({ item }) => item),
  });
}
