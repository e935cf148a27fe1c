/**
 * The way out of the service. Which addresses may be connected to is decided at the moment of connecting, about the very
 * addresses that are then connected to: a name that resolved to something harmless a moment ago proves nothing. When one
 * of a name's addresses may not be called, none of them is.
 */
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type AddressClass, classOfAddress } from './address-class.ts';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface GuardedAgentOptions {
  readonly allowed: ReadonlySet<AddressClass>;
  readonly resolve: Resolve;
  readonly connectTimeoutMs: number;
}

/** Told by its code, like the errors of the platform, so that it is known again behind whatever wraps it. */
export const ADDRESS_REFUSED = 'ADDRESS_REFUSED';

export function createGuardedAgent(options: GuardedAgentOptions): Dispatcher {
  const connect = buildConnector({
    timeout: options.connectTimeoutMs,
    allowH2: false,
    lookup: guardedLookup(options),
  });
  return new Agent({
    allowH2: false,
    connect(target, callback) {
      // A host that is an address is never looked up, so it would pass the other check.
      if (isIP(target.hostname) !== 0 && !mayCall(options, target.hostname)) callback(refusal(), null);
      else connect(target, callback);
    },
  });
}

function guardedLookup(options: GuardedAgentOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    void checkedAddresses(options, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, [], undefined),
    );
  };
}

async function checkedAddresses(
  options: GuardedAgentOptions,
  hostname: string,
): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
  const [first, ...rest] = await options.resolve(hostname);
  if (first === undefined) throw Object.assign(new Error('The name has no address'), { code: 'ENOTFOUND' });
  if (![first, ...rest].every(({ address }) => mayCall(options, address))) throw refusal();
  return [first, ...rest];
}

function mayCall({ allowed }: GuardedAgentOptions, address: string): boolean {
  return allowed.has(classOfAddress(address));
}

function refusal(): Error {
  return Object.assign(new Error('No call may go to this address'), { code: ADDRESS_REFUSED });
}
