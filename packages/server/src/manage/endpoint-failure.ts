/** What is wrong with a call about a webhook endpoint, in the words of the API. */
import { unreachable } from '@switchyard/engine';
import { fail } from '../domain/failure.ts';
import type { UrlProblem } from '../domain/webhooks/endpoint-url.ts';
import type { EndpointProblem } from '../workflows/webhooks/manage-endpoints.ts';

type Failed = ReturnType<typeof fail>;

/** `eventParam` is where the call names an event. */
export function endpointFailure(problem: EndpointProblem, eventParam: 'event' | 'since' = 'event'): Failed {
  switch (problem.kind) {
    case 'not_found':
      return fail('not_found', 'webhook_endpoint.not_found', { param: 'id' });
    case 'url':
      return urlFailure(problem.problem);
    case 'too_many':
      return fail('state_conflict', 'webhook_endpoint.too_many', { vars: { max: String(problem.max) } });
    case 'disabled':
      return fail('state_conflict', 'webhook_endpoint.disabled', { param: 'id' });
    case 'unknown_event':
      return eventParam === 'event'
        ? fail('not_found', 'event.not_found', { param: 'event' })
        : fail('invalid_request', 'webhook_endpoint.unknown_event', { param: 'since' });
    default:
      return unreachable(problem);
  }
}

function urlFailure(problem: UrlProblem): Failed {
  const param = 'url';
  switch (problem) {
    case 'malformed':
    case 'too_long':
      return fail('invalid_request', 'webhook_endpoint.url_malformed', { param });
    case 'scheme':
      return fail('invalid_request', 'webhook_endpoint.url_scheme', { param });
    case 'userinfo':
    case 'fragment':
      return fail('invalid_request', 'webhook_endpoint.url_extra', { param });
    case 'port':
      return fail('invalid_request', 'webhook_endpoint.url_port', { param });
    default:
      return unreachable(problem);
  }
}
