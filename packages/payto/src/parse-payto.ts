/**
 * Reads a payto URI from the first character to the last: grammar, type, options, amount.
 *
 * It never throws, whatever it is given, and its work is bounded by the length limit, which is checked before
 * anything else. What it accepts can be written back by `formatPayto` and read again with the same result.
 */

import { type PaytoAmount, readAmount } from './amount.ts';
import { accept, type PaytoError, type Reading, refuse } from './errors.ts';
import { formatPayto, formatTarget } from './format-payto.ts';
import { isTooLong, readGrammar } from './grammar.ts';
import { PAYTO_CODE_POINTS_MAX } from './limits.ts';
import { readOptions } from './options.ts';
import type { PaytoAddress, PaytoTarget } from './payto-address.ts';
import { withoutTrailingSlash } from './trailing-slash.ts';
import type { TargetReading } from './types/payto-type.ts';
import { isPaytoScheme, paytoType } from './types/registry.ts';
import { readUnknownTarget } from './types/unknown-type.ts';

export type ParseResult =
  | { readonly ok: true; readonly address: PaytoAddress }
  | { readonly ok: false; readonly error: PaytoError };

export function parsePayto(uri: string): ParseResult {
  const parts = readGrammar(uri);
  if (!parts.ok) return parts;
  const { scheme, query } = parts.value;
  const target = readTarget(scheme, parts.value.segments);
  if (!target.ok) return target;
  const options = readOptions(query);
  if (!options.ok) return options;
  const amount = readOptionalAmount(scheme, options.value.amount);
  if (!amount.ok) return amount;

  const { identity, ...reading } = target.value;
  const receiverName = options.value['receiver-name'];
  const address: PaytoAddress = {
    scheme,
    known: reading.target.known,
    normalized: formatTarget(scheme, identity),
    ...reading,
    options: options.value,
    ...(receiverName === undefined || receiverName === '' ? {} : { receiverName }),
    ...(amount.value === undefined ? {} : { amount: amount.value }),
  };
  // A plain slash or plus in the query grows when it is written properly. What cannot be written back within
  // the limit is refused now, while there is somebody to tell.
  if (isTooLong(formatPayto(address))) {
    return refuse('payto.too_long', { max: String(PAYTO_CODE_POINTS_MAX) });
  }
  return { ok: true, address };
}

function readTarget(scheme: string, segments: readonly string[]): Reading<TargetReading<PaytoTarget>> {
  if (!isPaytoScheme(scheme)) return accept(readUnknownTarget(scheme, segments));
  const type = paytoType(scheme);
  return type.read(type.keepsTrailingSlash === true ? segments : withoutTrailingSlash(segments));
}

function readOptionalAmount(scheme: string, text: string | undefined): Reading<PaytoAmount | undefined> {
  return text === undefined ? accept(undefined) : readAmount(scheme, text);
}
