import { readAddress } from '../domain/address.ts';
import type { Handler } from './operation.ts';

/** Validates and masks an address. Nothing is stored, not even for a repeat of the request. */
export const parseAddress: Handler<'addresses.parse'> = {
  kind: 'pure',
  run({ call }, { body }) {
    const parsed = readAddress(body.payto, call.environment.mode);
    if (!parsed.ok) return parsed;
    const { scheme, known, masked, country, receiverName } = parsed.value;
    return {
      ok: true,
      value: {
        scheme,
        known,
        masked,
        ...(country === undefined ? {} : { country }),
        ...(receiverName === undefined ? {} : { receiverName }),
      },
    };
  },
};
