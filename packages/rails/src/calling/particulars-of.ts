import type { Failed } from '@switchyard/rail-kit';

/** What is known of a call that failed, as the host records it. */
export function particularsOf(call: {
  readonly httpStatus?: number;
  readonly code?: string;
  readonly retryAfterMs?: number;
}): Omit<Failed, 'kind'> {
  const { httpStatus, code, retryAfterMs } = call;
  return {
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(code === undefined ? {} : { providerCode: code }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}
