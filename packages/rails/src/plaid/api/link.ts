/** Link: the token a session is opened with, and what became of it. */
import { z } from 'zod';
import type { Writable } from '../write-json.ts';
import type { Heard, PlaidApi } from './client.ts';

const createdSchema = z.object({
  link_token: z.string().min(1),
  expiration: z.iso.datetime({ offset: true }),
  hosted_link_url: z.string().min(1).optional(),
});
export type CreatedLinkToken = z.output<typeof createdSchema>;

const exitSchema = z
  .object({
    error: z.object({ error_code: z.string(), error_type: z.string() }).nullish(),
    metadata: z.object({ status: z.string().nullish() }).nullish(),
  })
  .nullish();

const sessionSchema = z.object({
  finished_at: z.string().nullish(),
  on_success: z.object({ public_token: z.string().min(1) }).nullish(),
  on_exit: exitSchema,
  exit: exitSchema,
  results: z.object({ item_add_results: z.array(z.object({ public_token: z.string().min(1) })) }).nullish(),
});
export type LinkSession = z.output<typeof sessionSchema>;

export function createLinkToken(
  api: PlaidApi,
  body: { readonly [key: string]: Writable | undefined },
  movesMoney: boolean,
): Promise<Heard<CreatedLinkToken>> {
  return api.call({
    purpose: movesMoney ? 'link.token.create.payment' : 'link.token.create',
    path: '/link/token/create',
    body,
    answer: createdSchema,
    movesMoney,
  });
}

export function getLinkSessions(api: PlaidApi, linkToken: string): Promise<Heard<readonly LinkSession[]>> {
  return api.call({
    purpose: 'link.token.get',
    path: '/link/token/get',
    body: { link_token: linkToken },
    answer: z
      .object({ link_token: z.string(), link_sessions: z.array(sessionSchema).default([]) })
      .transform(({ link_sessions }) => link_sessions),
  });
}

export function exchangePublicToken(
  api: PlaidApi,
  publicToken: string,
): Promise<Heard<{ readonly accessToken: string; readonly itemId: string }>> {
  return api.call({
    purpose: 'item.public_token.exchange',
    path: '/item/public_token/exchange',
    body: { public_token: publicToken },
    answer: z
      .object({ access_token: z.string().min(1), item_id: z.string().min(1) })
      .transform(({ access_token, item_id }) => ({ accessToken: access_token, itemId: item_id })),
  });
}
