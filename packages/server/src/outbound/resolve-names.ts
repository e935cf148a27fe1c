/** Names to addresses, in two ways. */
import { lookup, Resolver } from 'node:dns/promises';
import type { Resolve } from './guarded-agent.ts';

export interface ResolveOptions {
  /** Those of the system unless told. */
  readonly servers?: readonly string[];
}

const TRY_TIMEOUT_MS = 2_000;
const TRIES = 2;

/** As the system does it, with its hosts file and search domains: for names that an operator has chosen. */
export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Asked of the name servers directly: for names that anybody may have chosen. The system's own way occupies one of a handful of
 * threads until it has an answer, so a few names whose servers hang would hold up everybody's calls.
 */
export function createResolve({ servers }: ResolveOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    if (isLocalhost(hostname)) return LOOPBACK;
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    // A family that could not be looked up might hide an address that must not be called.
    for (const answer of [v4, v6]) {
      if (answer.status === 'rejected' && !saysNothingThere(answer.reason)) throw answer.reason;
    }
    return [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
  };
}

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
] as const;

/** RFC 6761: nobody else is asked about these names. */
function isLocalhost(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(hostname);
}

function saysNothingThere(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'ENODATA' || error.code === 'ENOTFOUND')
  );
}
