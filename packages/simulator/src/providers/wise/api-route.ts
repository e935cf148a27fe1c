/** A route of Wise's API: a bearer token, a profile of the token's own, and JSON in both directions. */
import { json } from '../../http/replies.ts';
import type { Reply, Route, SimulatedRequest } from '../../http/route.ts';
import type { Business } from './business.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function apiRoute(
  { business }: { readonly business: Business },
  method: Route['method'],
  path: string,
  handle: (request: SimulatedRequest, body: Fields) => Reply,
): Route {
  return {
    method,
    path,
    kind: 'api',
    handle(request) {
      if (request.headers.authorization !== `Bearer ${business.token}`) {
        return json(401, { error: 'invalid_token', error_description: 'Invalid token' });
      }
      const { profileId } = request.params;
      if (profileId !== undefined && profileId !== String(business.profileId)) {
        return refusal(403, 'profile.not-accessible-for-user', 'The profile is not yours.');
      }
      if (method === 'POST' && !isFields(request.json)) {
        return refusal(400, 'NOT_VALID', 'The body is not a JSON object.');
      }
      return handle(request, isFields(request.json) ? request.json : {});
    },
  };
}

export interface FieldError {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/** Wise names everything that is wrong with a request at once. */
export function invalid(status: number, errors: readonly FieldError[]): Reply {
  return json(status, { errors: errors.map((error) => ({ ...error, arguments: [error.path] })) });
}

export function refusal(status: number, code: string, message: string): Reply {
  return json(status, { errors: [{ code, message, arguments: [] }] });
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}
