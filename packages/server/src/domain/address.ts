import type { EnvironmentMode, Result } from '@switchyard/engine';
import { type PaytoAddress, parsePayto } from '@switchyard/payto';
import { type Failure, fail } from './failure.ts';

/** Reads the `payto` a caller gave. Play money belongs to test environments: live refuses addresses of test networks. */
export function readAddress(payto: string, mode: EnvironmentMode): Result<PaytoAddress, Failure> {
  const parsed = parsePayto(payto);
  if (!parsed.ok)
    return fail('invalid_request', parsed.error.key, { param: 'payto', vars: parsed.error.vars });
  if (parsed.address.network === 'testnet' && mode === 'live') {
    return fail('invalid_request', 'payto.testnet', {
      param: 'payto',
      vars: { scheme: parsed.address.scheme },
    });
  }
  return { ok: true, value: parsed.address };
}
