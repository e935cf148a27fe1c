/**
 * Linking. A session in Link ends with a public token, which is exchanged for the token that stands for the user's consent;
 * that one gives the accounts, their numbers and, where the bank tells them, their holders.
 */
import {
  type BankLink,
  type ConsentAnswer,
  type LinkReturn,
  type LinkStart,
  type LinkStep,
  misconfigured,
  type Ports,
  type Refusal,
  type Refused,
} from '@switchyard/rail-kit';
import type { PlaidApi } from './api/client.ts';
import { getItem } from './api/item.ts';
import { exchangePublicToken, getLinkSessions, type LinkSession } from './api/link.ts';
import { isLinkCountry } from './countries.ts';
import type { PlaidCredentials } from './credentials.ts';
import { openLink } from './link-action.ts';
import { linkRef } from './link-ref.ts';
import { readAccounts } from './linked-accounts.ts';
import { type LinkMemo, readGrant, readLinkMemo } from './memo.ts';
import { consentError, exitRefusal } from './translate.ts';

const POLL_AFTER_MS = 2_000;

interface Deps {
  readonly api: PlaidApi;
  readonly credentials: PlaidCredentials;
  readonly ports: Pick<Ports, 'now' | 'webhookUrl'>;
}

export function createBankLink(deps: Deps): BankLink {
  return {
    needsInstitution: false,
    start: (input) => startLink(deps, input),
    resume: (input) => resumeLink(deps, input),
    async poll({ memo }) {
      const link = readLinkMemo(memo);
      return link === undefined ? misconfigured() : pollLink(deps, link);
    },
    checkConsent: ({ grant }) => checkConsent(deps, grant),
  };
}

async function startLink({ api, credentials, ports }: Deps, input: LinkStart): Promise<LinkStep> {
  if (!isLinkCountry(input.country)) return refused('institution_unsupported');
  const withTransfer = input.country === 'US' && credentials.transfer === 'enabled';
  const opened = await openLink(
    { api, credentials, webhookUrl: ports.webhookUrl },
    {
      ...input,
      institution: input.institution,
      products: {
        products: ['auth'],
        required_if_supported_products: withTransfer ? ['transfer'] : undefined,
        // Best effort: a bank that does not tell its holders can be linked all the same.
        optional_products: ['identity'],
      },
      movesMoney: false,
    },
  );
  if (!opened.ok) return opened.failure;
  return awaitUser({ stage: 'link', ...opened.value, returned: false });
}

async function resumeLink(deps: Deps, input: LinkReturn): Promise<LinkStep> {
  const memo = readLinkMemo(input.memo);
  if (memo === undefined) return misconfigured();
  if (memo.stage !== 'link') return pollLink(deps, memo);
  const { sdkResult } = input;
  if (sdkResult === undefined) return pollLink(deps, { ...memo, returned: true });
  if (sdkResult.public_token !== undefined)
    return pollLink(deps, { stage: 'handed_over', publicToken: sdkResult.public_token });
  const { exit_status: status, error_code: errorCode, error_type: errorType } = sdkResult;
  if (status === undefined && errorCode === undefined) return pollLink(deps, memo);
  return refused(exitRefusal({ status, errorCode, errorType }), errorCode);
}

async function pollLink(deps: Deps, memo: LinkMemo): Promise<LinkStep> {
  if (memo.stage === 'exchanged') return readAccounts(deps.api, memo);
  if (memo.stage === 'handed_over') {
    const step = await exchange(deps, memo.publicToken);
    // Nobody else knows this token: it must not be lost because Plaid could not be reached just now.
    return step.kind === 'unavailable' ? { kind: 'processing', memo, pollAfterMs: POLL_AFTER_MS } : step;
  }
  const sessions = await getLinkSessions(deps.api, memo.linkToken);
  if (!sessions.ok) return sessions.failure;
  const publicToken = sessions.value.map(publicTokenOf).find((token) => token !== undefined);
  if (publicToken !== undefined) return exchange(deps, publicToken);
  const left = exitOf(sessions.value);
  if (left != null) {
    const { error, metadata } = left;
    return refused(
      exitRefusal({ status: metadata?.status, errorCode: error?.error_code, errorType: error?.error_type }),
      error?.error_code,
    );
  }
  if (deps.ports.now() > memo.expiresAtMs) return refused('expired');
  // The page may send the user back a moment before Plaid's API knows of it.
  return memo.returned ? { kind: 'processing', memo, pollAfterMs: POLL_AFTER_MS } : awaitUser(memo);
}

async function exchange({ api }: Deps, publicToken: string): Promise<LinkStep> {
  const grant = await exchangePublicToken(api, publicToken);
  if (grant.ok) return readAccounts(api, grant.value);
  const { providerCode } = grant.failure;
  return providerCode === 'INVALID_PUBLIC_TOKEN' ? refused('expired', providerCode) : grant.failure;
}

async function checkConsent(
  { api, ports }: Deps,
  secret: Parameters<typeof readGrant>[0],
): Promise<ConsentAnswer> {
  const grant = readGrant(secret);
  if (grant === undefined) return misconfigured();
  const item = await getItem(api, grant.accessToken);
  if (!item.ok) {
    const ended = item.failure.kind === 'rejected' ? consentError(item.failure.providerCode) : undefined;
    return ended === undefined ? item.failure : { kind: 'done', result: { state: ended } };
  }
  const { error, consent_expiration_time: expiry } = item.value;
  const expiresAtMs = expiry == null ? undefined : Date.parse(expiry);
  const lapsed = expiresAtMs !== undefined && expiresAtMs <= ports.now();
  return {
    kind: 'done',
    result: {
      state: consentError(error?.error_code) ?? (lapsed ? 'expired' : 'valid'),
      ...(expiresAtMs === undefined ? {} : { consentExpiresAtMs: expiresAtMs }),
    },
  };
}

function publicTokenOf(session: LinkSession): string | undefined {
  return session.results?.item_add_results[0]?.public_token ?? session.on_success?.public_token;
}

/** How the user left, once no session is open any more. Without a date it is taken as the older one. */
function exitOf(sessions: readonly LinkSession[]): LinkSession['exit'] | undefined {
  const exits = sessions.map(({ exit, on_exit }) => exit ?? on_exit);
  if (exits.some((exit) => exit == null)) return undefined;
  const latest = sessions.toSorted((a, b) => ((a.finished_at ?? '') < (b.finished_at ?? '') ? 1 : -1))[0];
  return latest?.exit ?? latest?.on_exit;
}

function awaitUser(memo: Extract<LinkMemo, { stage: 'link' }>): LinkStep {
  const { action, expiresAtMs, linkToken } = memo;
  return { kind: 'requires_action', action, memo, expiresAtMs, ref: linkRef(linkToken) };
}

function refused(code: Refusal, providerCode?: string): Refused {
  return { kind: 'refused', code, ...(providerCode === undefined ? {} : { providerCode }) };
}
