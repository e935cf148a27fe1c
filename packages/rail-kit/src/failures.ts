import type { Failed, FailureKind } from './answer.ts';

export const FAILURE_KINDS = [
  'unavailable',
  'rejected',
  'misconfigured',
  'unknown_outcome',
] as const satisfies readonly FailureKind[];

type Particulars = Omit<Failed, 'kind'>;

export function unavailable(particulars: Particulars = {}): Failed {
  return { kind: 'unavailable', ...particulars };
}

export function rejected(particulars: Particulars = {}): Failed {
  return { kind: 'rejected', ...particulars };
}

export function misconfigured(particulars: Particulars = {}): Failed {
  return { kind: 'misconfigured', ...particulars };
}

export function unknownOutcome(particulars: Particulars = {}): Failed {
  return { kind: 'unknown_outcome', ...particulars };
}

export function isFailure(answer: { readonly kind: string }): answer is Failed {
  return FAILURE_KINDS.some((kind) => kind === answer.kind);
}
