/** A route of Plaid's API: POST and JSON, the client's keys in headers or body, and a `request_id` in every answer. */
import { json } from '../../http/replies.ts';
import type { Reply, Route } from '../../http/route.ts';
import type { World } from '../../world/world.ts';
import { errorBody, PlaidRefusal, refusalReply } from './errors.ts';
import { type Fields, isFields } from './read-body.ts';

/** The keys of the one client of the emulated Plaid. */
export const PLAID_CLIENT_ID = 'simulated-plaid-client';
export const PLAID_SECRET = 'simulated-plaid-secret';

/** What a handler gives back: fields of a 200, or a whole reply where the payment's script wants none. */
export type Outcome = { readonly answer: Fields } | { readonly reply: Reply };

export function apiRoute(world: World, path: string, handle: (body: Fields) => Outcome): Route {
  return {
    method: 'POST',
    path,
    kind: 'api',
    handle({ json: body, headers }) {
      const requestId = world.uuid().replaceAll('-', '').slice(0, 15);
      if (!isFields(body))
        return refusalReply(
          errorBody('INVALID_REQUEST', 'INVALID_BODY', 'body could not be parsed as JSON'),
          requestId,
        );
      const clientId = headers['plaid-client-id'] ?? body.client_id;
      const secret = headers['plaid-secret'] ?? body.secret;
      if (clientId !== PLAID_CLIENT_ID || secret !== PLAID_SECRET)
        return refusalReply(
          errorBody('INVALID_INPUT', 'INVALID_API_KEYS', 'invalid client_id or secret provided'),
          requestId,
        );
      try {
        const outcome = handle(body);
        return 'reply' in outcome ? outcome.reply : json(200, { ...outcome.answer, request_id: requestId });
      } catch (error) {
        if (error instanceof PlaidRefusal) return refusalReply(error.body, requestId);
        throw error;
      }
    },
  };
}

/** Plaid's own words for a fault of its own. */
export function serverError(): Reply {
  return json(500, errorBody('API_ERROR', 'INTERNAL_SERVER_ERROR', 'an unexpected error occurred'));
}
