import { FAULTS, type Fault, type FaultKind } from './faults.ts';

export type FaultReading =
  | { readonly ok: true; readonly fault: Fault }
  | { readonly ok: false; readonly error: string };

export function readFault(value: unknown, providers: readonly string[]): FaultReading {
  if (!isRecord(value)) return refuse('The body is a JSON object.');
  const { provider, path, fault, times, forMs, latencyMs, probability, ...others } = value;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) return refuse(`There is no field ${unknown}.`);
  if (typeof provider !== 'string' || !providers.includes(provider)) {
    return refuse(`provider is one of: ${providers.join(', ')}.`);
  }
  if (!isFaultKind(fault)) return refuse(`fault is one of: ${Object.keys(FAULTS).join(', ')}.`);
  if (path !== undefined && !(typeof path === 'string' && path.startsWith('/'))) {
    return refuse('path starts with / and is the start of a path below the provider’s root.');
  }
  const end = readEnd({ times, forMs });
  if (typeof end === 'string') return refuse(end);
  if (!isNumberOrAbsent(latencyMs, (n) => Number.isInteger(n) && n >= 0)) {
    return refuse('latencyMs is a whole number of milliseconds.');
  }
  if (!isNumberOrAbsent(probability, (n) => n >= 0 && n <= 1)) {
    return refuse('probability is from 0 to 1.');
  }
  return { ok: true, fault: { provider, path, fault, ...end, latencyMs, probability } };
}

/** A text says what is wrong with it. */
export function readEnd({
  times,
  forMs,
}: {
  readonly times: unknown;
  readonly forMs: unknown;
}): Pick<Fault, 'times' | 'forMs'> | string {
  const isCount = (n: number) => Number.isInteger(n) && n > 0;
  if (!isNumberOrAbsent(times, isCount)) return 'times is a whole number above zero.';
  if (!isNumberOrAbsent(forMs, isCount)) return 'forMs is a whole number of milliseconds above zero.';
  return { times, forMs };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(error: string): FaultReading {
  return { ok: false, error };
}

function isFaultKind(value: unknown): value is FaultKind {
  return typeof value === 'string' && Object.hasOwn(FAULTS, value);
}

function isNumberOrAbsent(value: unknown, fits: (n: number) => boolean): value is number | undefined {
  return value === undefined || (typeof value === 'number' && fits(value));
}
