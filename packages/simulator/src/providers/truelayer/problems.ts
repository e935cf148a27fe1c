import { json } from '../../http/replies.ts';
import type { Reply } from '../../http/route.ts';

/** The titles TrueLayer gives its problems; the end of the type's address is the title in lower case. */
const TITLES = {
  400: 'Invalid Parameters',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Idempotency-Key Concurrency Conflict',
  422: 'Idempotency-Key Reuse',
  500: 'Internal Server Error',
} as const;

export function problem(
  status: keyof typeof TITLES,
  detail: string,
  more: { readonly title?: string; readonly errors?: Readonly<Record<string, readonly string[]>> } = {},
): Reply {
  const title = more.title ?? TITLES[status];
  const type = `https://docs.truelayer.com/docs/error-types#${title.toLowerCase().replaceAll(' ', '-')}`;
  const { errors } = more;
  return json(
    status,
    { type, title, status, detail, trace_id: TRACE_ID, ...(errors === undefined ? {} : { errors }) },
    status === 500 ? { 'tl-should-retry': 'true' } : {},
  );
}

/** What the auth server and the Data API say when they refuse. */
export function oauthError(status: number, error: string): Reply {
  return json(status, { error });
}

const TRACE_ID = '00000000000000000000000000000000';
