import type { Json, Linked, LinkedAccount } from '@switchyard/rail-kit';
import { z } from 'zod';
import { paytoOf } from './account-identifier.ts';
import type { DataAccount, DataConnection, DataInfo } from './api/data.ts';

const tokens = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  accessUntilMs: z.number(),
  consentExpiresAtMs: z.number().optional(),
});

/** What is kept of a link: sealed in a grant when it is complete, and in a memo while it is not. */
export interface LinkTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessUntilMs: number;
  readonly consentExpiresAtMs?: number | undefined;
}

export function readTokens(value: Json): LinkTokens | undefined {
  const parsed = tokens.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

export function tokenMemo({ consentExpiresAtMs, ...rest }: LinkTokens): Json {
  return { ...rest, ...(consentExpiresAtMs === undefined ? {} : { consentExpiresAtMs }) };
}

/** Undefined when there is no account that could be paid from or to. */
export function linkedFrom(input: {
  readonly accounts: readonly DataAccount[];
  readonly info: readonly DataInfo[];
  readonly connection: DataConnection | undefined;
  readonly tokens: LinkTokens;
  readonly nowMs: number;
}): Linked | undefined {
  const holderName = input.info.find(({ full_name }) => full_name)?.full_name ?? undefined;
  const accounts = input.accounts.flatMap((account) => linkedAccount(account, holderName));
  if (accounts.length === 0) return undefined;
  const { connection } = input;
  const expiresAt = connection?.consent_expires_at;
  const consentExpiresAtMs = expiresAt ? Date.parse(expiresAt) : input.nowMs + CONSENT_LIFETIME_MS;
  return {
    grant: {
      secret: tokenMemo({ ...input.tokens, consentExpiresAtMs }),
      consentExpiresAtMs,
      ...(connection === undefined ? {} : { ref: connection.credentials_id }),
    },
    accounts,
  };
}

/** What a consent lasts where the bank names no day. */
const CONSENT_LIFETIME_MS = 90 * 24 * 60 * 60 * 1_000;

function linkedAccount(account: DataAccount, holderName: string | undefined): readonly LinkedAccount[] {
  const payto = paytoOf(account);
  if (payto === undefined) return [];
  const { provider } = account;
  return [
    {
      id: account.account_id,
      payto,
      ...(holderName === undefined ? {} : { holderName }),
      assets: [`iso4217:${account.currency}`],
      ...(provider === undefined
        ? {}
        : {
            institution: {
              ref: provider.provider_id,
              ...(provider.display_name === undefined ? {} : { name: provider.display_name }),
            },
          }),
    },
  ];
}
