/**
 * Linking through the Data API. The user goes to TrueLayer's dialog and comes back with a code, which is good once; what
 * it is exchanged for lasts as long as the consent, 90 days. Once the code is spent the tokens stand in the memo, so that a
 * bank that does not answer then costs the user nothing.
 */
import {
  type BankLink,
  type ConsentAnswer,
  type Failed,
  type Json,
  type LinkReturn,
  type LinkStart,
  type LinkStep,
  type Ports,
  type Refused,
  rejected,
  unavailable,
} from '@switchyard/rail-kit';
import { z } from 'zod';
import type { AuthApi, UserToken } from './api/auth.ts';
import type { DataApi } from './api/data.ts';
import type { Unheard } from './api/exchange.ts';
import { canLink } from './institutions.ts';
import { type LinkTokens, linkedFrom, readTokens, tokenMemo } from './link-result.ts';
import { failedRead, refusalForDialog } from './translate.ts';

export interface LinkDeps {
  readonly auth: AuthApi;
  readonly data: DataApi;
  readonly now: Ports['now'];
}

const POLL_AFTER_MS = 2_000;

export function createBankLink(deps: LinkDeps): BankLink {
  return {
    needsInstitution: false,
    start: (input) => start(deps, input),
    resume: (input) => resume(deps, input),
    poll: ({ memo }) => poll(deps, memo),
    checkConsent: ({ grant }) => checkConsent(deps, grant),
  };
}

/** The list is read first: it tells whether the bank can be linked, and that there is somebody to send the user to. */
async function start({ auth }: LinkDeps, input: LinkStart): Promise<LinkStep> {
  const { institution, country, returnUri, state } = input;
  const listed = await auth.dataProviders();
  if (listed.kind !== 'ok') return failedRead(listed);
  const isKnown = listed.body.some((provider) => provider.provider_id === institution && canLink(provider));
  if (institution !== undefined && !isKnown) return { kind: 'refused', code: 'institution_unsupported' };
  const providers = institution ?? PROVIDER_GROUPS.get(country);
  const url = auth.dialogUrl({
    redirectUri: returnUri,
    state,
    ...(providers === undefined ? {} : { providers }),
    ...(institution === undefined ? {} : { providerId: institution }),
  });
  return { kind: 'requires_action', action: { type: 'redirect', url }, memo: { url } };
}

/** What the dialog offers in a country when no bank was chosen. Where there is no group it offers all it has. */
const PROVIDER_GROUPS: ReadonlyMap<string, string> = new Map([
  ['GB', 'uk-ob-all uk-oauth-all'],
  ['IE', 'ie-ob-all'],
  ['FR', 'fr-ob-all fr-stet-all'],
  ['ES', 'es-ob-all es-xs2a-all'],
  ['IT', 'it-ob-all'],
  ['LT', 'lt-ob-all lt-xs2a-all'],
]);

async function resume(deps: LinkDeps, input: LinkReturn): Promise<LinkStep> {
  const { returnParams = {}, returnUri, psu } = input;
  const { error, code } = returnParams;
  if (error !== undefined) return refusalForDialog(error);
  if (code === undefined) return rejected({ providerCode: 'no_code' });
  const exchanged = await deps.auth.exchangeCode({ code, redirectUri: returnUri });
  if (exchanged.kind !== 'ok') return failedGrant(exchanged);
  const tokens = tokensOf(exchanged.body, deps.now());
  if (tokens === undefined) return unavailable({ providerCode: 'no_refresh_token' });
  const step = await read(deps, tokens, psu?.ip);
  return step.kind === 'unavailable'
    ? { kind: 'processing', memo: tokenMemo(tokens), pollAfterMs: step.retryAfterMs ?? POLL_AFTER_MS }
    : step;
}

/** The dialog cannot be asked how it stands: until the user is back, the same address is all there is. */
async function poll(deps: LinkDeps, memo: Json): Promise<LinkStep> {
  const tokens = readTokens(memo);
  if (tokens !== undefined) return read(deps, await freshTokens(deps, tokens), undefined);
  const waiting = WAITING.safeParse(memo);
  if (!waiting.success) return rejected({ providerCode: 'memo' });
  const { url } = waiting.data;
  return { kind: 'requires_action', action: { type: 'redirect', url }, memo: { url } };
}

const WAITING = z.object({ url: z.string().min(1) });

async function read(deps: LinkDeps, tokens: LinkTokens, psuIp: string | undefined): Promise<LinkStep> {
  const access = { token: tokens.accessToken, ...(psuIp === undefined ? {} : { psuIp }) };
  const accounts = await deps.data.accounts(access);
  if (accounts.kind !== 'ok') return failedData(accounts);
  const info = await deps.data.info(access);
  // Some banks tell no name; the account is linked all the same.
  if (info.kind !== 'ok' && info.kind !== 'refused' && !isUnsupported(info)) return failedData(info);
  const me = await deps.data.me(access);
  if (me.kind !== 'ok') return failedData(me);
  const linked = linkedFrom({
    accounts: accounts.body,
    info: info.kind === 'ok' ? info.body : [],
    connection: me.body[0],
    tokens,
    nowMs: deps.now(),
  });
  return linked === undefined
    ? { kind: 'refused', code: 'account_unusable' }
    : { kind: 'done', result: linked };
}

/** Between the first reading and a later one the access token may have ended. If it cannot be renewed now, it is tried. */
async function freshTokens(deps: LinkDeps, tokens: LinkTokens): Promise<LinkTokens> {
  if (deps.now() < tokens.accessUntilMs) return tokens;
  const refreshed = await deps.auth.refresh(tokens.refreshToken);
  return refreshed.kind === 'ok'
    ? (tokensOf({ refresh_token: tokens.refreshToken, ...refreshed.body }, deps.now()) ?? tokens)
    : tokens;
}

async function checkConsent(deps: LinkDeps, grant: Json): Promise<ConsentAnswer> {
  const tokens = readTokens(grant);
  if (tokens === undefined) return rejected({ providerCode: 'grant' });
  const refreshed = await deps.auth.refresh(tokens.refreshToken);
  if (isSpentGrant(refreshed)) return gone(deps, tokens);
  if (refreshed.kind !== 'ok') return failedGrantAsOurs(refreshed);
  const me = await deps.data.me({ token: refreshed.body.access_token });
  if (me.kind === 'refused' && (me.httpStatus === 401 || me.httpStatus === 403)) return gone(deps, tokens);
  if (me.kind !== 'ok') return failedRead(me);
  const expiresAt = me.body[0]?.consent_expires_at;
  return {
    kind: 'done',
    result: {
      state: 'valid',
      ...(expiresAt ? { consentExpiresAtMs: Date.parse(expiresAt) } : {}),
    },
  };
}

/** TrueLayer says the same of both; what tells them apart is the day on which the consent was to end. */
function gone({ now }: LinkDeps, tokens: LinkTokens): ConsentAnswer {
  const isOver = tokens.consentExpiresAtMs !== undefined && now() >= tokens.consentExpiresAtMs;
  return { kind: 'done', result: { state: isOver ? 'expired' : 'revoked' } };
}

function tokensOf(body: UserToken, nowMs: number): LinkTokens | undefined {
  const { access_token, refresh_token, expires_in } = body;
  if (refresh_token === undefined) return undefined;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    accessUntilMs: nowMs + expires_in * 1_000,
  };
}

/** A code that was used, or that waited too long, is the user's way back that has lapsed. */
function failedGrant(exchange: Unheard): Refused | Failed {
  if (isSpentGrant(exchange)) return { kind: 'refused', code: 'expired', providerCode: 'invalid_grant' };
  return failedGrantAsOurs(exchange);
}

function isSpentGrant(exchange: { readonly kind: string; readonly code?: string }): boolean {
  return exchange.kind === 'refused' && exchange.code === 'invalid_grant';
}

/** Any other refusal of the auth server is about our credentials. */
function failedGrantAsOurs(exchange: Unheard): Failed {
  const failure = failedRead(exchange);
  return failure.kind === 'rejected' ? { ...failure, kind: 'misconfigured' } : failure;
}

/** With the user's token a 401 or 403 is about the user's consent and not about us. */
function failedData(exchange: Unheard): Refused | Failed {
  if (exchange.kind === 'refused' && (exchange.httpStatus === 401 || exchange.httpStatus === 403)) {
    return {
      kind: 'refused',
      code: 'provider_rejected',
      ...(exchange.code ? { providerCode: exchange.code } : {}),
    };
  }
  return failedRead(exchange);
}

function isUnsupported(exchange: Unheard): boolean {
  return exchange.kind === 'unclear' && exchange.httpStatus === 501;
}
