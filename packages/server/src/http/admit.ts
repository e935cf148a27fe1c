/**
 * What stands before every operation, in this order: authentication, version, rate limit, scope. It runs before the
 * body is read, so a caller without a key cannot make the service read megabytes.
 */
import type { Operation } from '@switchyard/contract';
import { API_VERSION, type Result } from '@switchyard/engine';
import type { ApiKey } from '../domain/api-key.ts';
import { type Failure, fail } from '../domain/failure.ts';
import { addressAllowed } from './addresses.ts';
import type { Authenticator } from './authenticate.ts';
import type { RateLimiter, RateLimitVerdict } from './rate-limit.ts';
import { covers } from './scopes.ts';

export interface Limiters {
  /** One for each kind of key and of operation; none when limits are off. */
  readonly calls?: Readonly<Record<'live' | 'test' | 'liveDecide' | 'testDecide', RateLimiter>>;
  /** Wrong keys per address. */
  readonly authFailures?: RateLimiter;
}

export interface Arrival {
  readonly authorization: string | undefined;
  readonly serviceVersion: string | undefined;
  /** Asked only where it matters. */
  readonly address: () => string;
  readonly nowMs: number;
}

export interface Admission {
  readonly key: ApiKey;
  readonly apiVersion: string;
}

/** The verdict, and the headers that tell the caller how much of its rate limit is left. */
export interface AdmissionVerdict {
  readonly result: Result<Admission, Failure>;
  readonly headers: Readonly<Record<string, string>>;
  /** Whose call it is, also when it is refused; undefined where no valid key came with it. */
  readonly key?: ApiKey;
}

const NO_HEADERS = {};

/** At once where the caller's key is remembered and this node holds a share of its rate limit. */
export function admit(
  deps: { readonly authenticator: Authenticator; readonly limiters: Limiters },
  operation: Operation,
  arrival: Arrival,
): AdmissionVerdict | Promise<AdmissionVerdict> {
  return andThen(deps.authenticator.authenticate(arrival.authorization, arrival.nowMs), (authenticated) =>
    authenticated.ok
      ? judge(deps.limiters, operation, arrival, authenticated.value)
      : refuseStranger(deps.limiters, arrival, authenticated),
  );
}

function judge(
  limiters: Limiters,
  operation: Operation,
  arrival: Arrival,
  key: ApiKey,
): AdmissionVerdict | Promise<AdmissionVerdict> {
  if (arrival.serviceVersion !== undefined && arrival.serviceVersion !== API_VERSION) {
    const vars = { supported: API_VERSION };
    const result = fail('invalid_request', 'version.unsupported', { param: 'Service-Version', vars });
    return { result, headers: NO_HEADERS, key };
  }
  return andThen(limit(limiters, key, operation, arrival.nowMs), (limited) => {
    if (limited.failure !== undefined) return { result: limited.failure, headers: limited.headers, key };
    const refused = forbidden(key, operation, arrival);
    if (refused !== undefined) return { result: refused, headers: limited.headers, key };
    const apiVersion = arrival.serviceVersion ?? key.apiVersion;
    return { result: { ok: true, value: { key, apiVersion } }, headers: limited.headers, key };
  });
}

type Refusal = { readonly ok: false; readonly error: Failure };

/** Only wrong keys count, so nobody who has a valid one is ever refused for a neighbour's mistakes. */
function refuseStranger(
  limiters: Limiters,
  arrival: Arrival,
  refusal: Refusal,
): AdmissionVerdict | Promise<AdmissionVerdict> {
  if (arrival.authorization === undefined || limiters.authFailures === undefined) {
    return { result: refusal, headers: NO_HEADERS };
  }
  return andThen(limiters.authFailures.take(arrival.address(), arrival.nowMs), (verdict) => {
    const { allowed, retryAfterS } = verdict;
    const vars = { seconds: String(retryAfterS) };
    const result = allowed ? refusal : fail('rate_limited', 'auth.too_many_failures', { vars, retryAfterS });
    return { result, headers: NO_HEADERS };
  });
}

interface Limited {
  readonly headers: Readonly<Record<string, string>>;
  readonly failure?: Refusal;
}

function limit(
  limiters: Limiters,
  key: ApiKey,
  operation: Operation,
  nowMs: number,
): Limited | Promise<Limited> {
  if (limiters.calls === undefined) return { headers: NO_HEADERS };
  const policy = operation.decide ? 'decide' : 'default';
  const limiter = limiters.calls[operation.decide ? (`${key.mode}Decide` as const) : key.mode];
  return andThen(limiter.take(key.id, nowMs), (verdict) => {
    const headers = rateLimitHeaders(policy, limiter, verdict);
    if (verdict.allowed) return { headers };
    const { retryAfterS } = verdict;
    const vars = { policy, seconds: String(retryAfterS) };
    return { headers, failure: fail('rate_limited', 'rate.exceeded', { vars, retryAfterS }) };
  });
}

/** Goes on at once with what is at hand, so that nothing waits that does not have to. */
function andThen<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The IETF draft's fields: quota and window of the policy; what remains, and seconds until it is whole again. */
export function rateLimitHeaders(
  policy: string,
  limiter: RateLimiter,
  verdict: RateLimitVerdict,
): Record<string, string> {
  const { burst, perSecond } = limiter.limit;
  return {
    'RateLimit-Policy': `"${policy}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`,
    RateLimit: `"${policy}";r=${verdict.remaining};t=${verdict.fullAfterS}`,
  };
}

function forbidden(key: ApiKey, operation: Operation, { address }: Arrival): Refusal | undefined {
  const { allowedAddresses } = key;
  if (allowedAddresses.length > 0 && !addressAllowed(allowedAddresses, address()))
    return fail('forbidden', 'auth.address');
  if (covers(key.scopes, operation)) return undefined;
  return fail('forbidden', 'auth.scope', {
    vars: { operation: operation.name, scopes: key.scopes.join(', ') },
  });
}
