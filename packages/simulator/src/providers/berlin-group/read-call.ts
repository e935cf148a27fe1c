/** What every call to a bank must have. */
import { isIPv4 } from 'node:net';
import type { Reply, SimulatedRequest } from '../../http/route.ts';
import type { Bank } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import { isWebUri } from '../xs2a/read-fields.ts';
import { tppError } from './errors.ts';

export interface Call {
  readonly bank: Bank;
  readonly requestId: string;
  readonly request: SimulatedRequest;
}

export type CallReading =
  | { readonly ok: true; readonly call: Call }
  | { readonly ok: false; readonly reply: Reply };

export function readCall(world: World, request: SimulatedRequest): CallReading {
  const requestId = request.headers['x-request-id'] ?? '';
  if (!UUID.test(requestId))
    return { ok: false, reply: tppError(world.uuid(), 'FORMAT_ERROR', 'X-Request-ID must be a UUID.') };
  const bank = world.banks.byId(request.params.bank ?? '');
  if (bank?.country !== 'DE')
    return { ok: false, reply: tppError(requestId, 'RESOURCE_UNKNOWN', 'There is no such bank.') };
  return { ok: true, call: { bank, requestId, request } };
}

export interface Returns {
  readonly ok: string;
  readonly nok: string;
}

/** Where the customer goes afterwards. A text is what is wrong with the headers. */
export function readReturns({ headers }: SimulatedRequest): Returns | string {
  if (!isIPv4(headers['psu-ip-address'] ?? '')) return 'PSU-IP-Address must be an IPv4 address.';
  const ok = headers['tpp-redirect-uri'];
  const nok = headers['tpp-nok-redirect-uri'] ?? ok;
  if (!isWebUri(ok) || !isWebUri(nok)) return 'TPP-Redirect-URI must be a URI.';
  return { ok, nok };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
