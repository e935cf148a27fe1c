/**
 * What stands before every management operation, in this order: who calls, version, rate limit, role, and for a cookie's
 * write the second proof. As with the service's own API, it runs before the body is read.
 */
import { type ManageOperation, ROLES_COVERED } from '@switchyard/contract';
import { API_VERSION, type Result } from '@switchyard/engine';
import { type Failure, fail } from '../../domain/failure.ts';
import type { Caller } from '../../domain/manage/caller.ts';
import { networkOf } from '../../domain/manage/network-of.ts';
import { rateLimitHeaders } from '../admit.ts';
import { authenticateCaller, type CallerFinder, type Credentials } from './authenticate-caller.ts';
import type { ManageLimiters } from './manage-limiters.ts';

export interface AdmitCallerDeps {
  readonly pepper: Buffer;
  readonly callers: CallerFinder;
  /** None when limits are off. */
  readonly limiters: ManageLimiters | undefined;
}

export interface ManageArrival extends Credentials {
  readonly serviceVersion: string | undefined;
  readonly csrf: string | undefined;
  /** Whether the request says that it comes from a page of ours. */
  readonly isOwnOrigin: boolean;
  readonly address: string;
  readonly now: Date;
}

export interface CallerVerdict {
  /** Undefined where anyone may call. */
  readonly result: Result<Caller | undefined, Failure>;
  readonly headers: Readonly<Record<string, string>>;
}

export async function admitCaller(
  deps: AdmitCallerDeps,
  operation: ManageOperation,
  arrival: ManageArrival,
): Promise<CallerVerdict> {
  if (operation.role === 'anyone') {
    const refused = checkVersion(arrival) ?? limitSignIns(deps.limiters, arrival);
    return { result: refused ?? { ok: true, value: undefined }, headers: {} };
  }
  const caller = await authenticateCaller(deps, arrival, arrival.now);
  if (caller === undefined) return { result: refuseUnknown(deps.limiters, arrival), headers: {} };
  const unsupported = checkVersion(arrival);
  if (unsupported !== undefined) return { result: unsupported, headers: {} };
  const { failure, headers } = limit(deps.limiters, caller, arrival.now.getTime());
  const refused =
    failure ?? checkRole(caller, operation.role) ?? checkSecondProof(caller, operation, arrival);
  return { result: refused ?? { ok: true, value: caller }, headers };
}

type Refusal = { readonly ok: false; readonly error: Failure };

/** Anyone may call nothing but what signs them in. A flood of that costs a look into memory, and none of the database's time. */
function limitSignIns(limiters: ManageLimiters | undefined, arrival: ManageArrival): Refusal | undefined {
  const verdict = limiters?.signIns.take(networkOf(arrival.address), arrival.now.getTime());
  if (verdict === undefined || verdict.allowed) return undefined;
  const { retryAfterS } = verdict;
  return fail('rate_limited', 'sign_in.too_many', { vars: { seconds: String(retryAfterS) }, retryAfterS });
}

/** Only wrong tokens count, so nobody who has a right one is refused for a neighbour's mistakes. */
function refuseUnknown(limiters: ManageLimiters | undefined, arrival: ManageArrival): Refusal {
  const verdict =
    arrival.authorization === undefined
      ? undefined
      : limiters?.authFailures.take(arrival.address, arrival.now.getTime());
  if (verdict === undefined || verdict.allowed) return fail('unauthorized', 'manage.caller_required');
  const { retryAfterS } = verdict;
  const vars = { seconds: String(retryAfterS) };
  return fail('rate_limited', 'auth.too_many_failures', { vars, retryAfterS });
}

function checkVersion({ serviceVersion }: ManageArrival): Refusal | undefined {
  if (serviceVersion === undefined || serviceVersion === API_VERSION) return undefined;
  const vars = { supported: API_VERSION };
  return fail('invalid_request', 'version.unsupported', { param: 'Service-Version', vars });
}

function limit(
  limiters: ManageLimiters | undefined,
  caller: Caller,
  nowMs: number,
): { readonly headers: Readonly<Record<string, string>>; readonly failure?: Refusal } {
  if (limiters === undefined) return { headers: {} };
  const verdict = limiters.calls.take(caller.id, nowMs);
  const headers = rateLimitHeaders('manage', limiters.calls, verdict);
  if (verdict.allowed) return { headers };
  const { retryAfterS } = verdict;
  const vars = { policy: 'manage', seconds: String(retryAfterS) };
  return { headers, failure: fail('rate_limited', 'manage.too_many_calls', { vars, retryAfterS }) };
}

function checkRole(
  { role }: Caller,
  needed: Exclude<ManageOperation['role'], 'anyone'>,
): Refusal | undefined {
  return ROLES_COVERED[role].includes(needed)
    ? undefined
    : fail('forbidden', 'manage.role', { vars: { role, needed } });
}

/** A browser sends its cookie whoever made it call; only a page of ours can add the header, or have our origin. */
function checkSecondProof(
  { kind }: Caller,
  { write }: ManageOperation,
  { csrf, isOwnOrigin }: ManageArrival,
): Refusal | undefined {
  if (kind === 'token' || !write || csrf !== undefined || isOwnOrigin) return undefined;
  return fail('forbidden', 'manage.second_proof');
}
