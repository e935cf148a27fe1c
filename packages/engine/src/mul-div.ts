import { invariant } from './invariant.ts';
import { unreachable } from './unreachable.ts';

/** Up is away from zero, down is towards it; half-even sends a tie to the even neighbour, so ties cancel out. */
export type Rounding = 'up' | 'down' | 'half-even';

/**
 * value × numerator ÷ denominator in one step: the product is exact, so there is a single rounding and the caller
 * names it. Money, rates and fees are never negative here; a direction is a field, not a sign.
 */
export function mulDiv(value: bigint, numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  invariant(value >= 0n && numerator >= 0n, 'what is multiplied is not negative.');
  invariant(denominator > 0n, 'a denominator is positive.');
  const product = value * numerator;
  const quotient = product / denominator;
  const remainder = product % denominator;
  return remainder === 0n || !roundsUp(quotient, remainder, denominator, rounding) ? quotient : quotient + 1n;
}

function roundsUp(quotient: bigint, remainder: bigint, denominator: bigint, rounding: Rounding): boolean {
  switch (rounding) {
    case 'up':
      return true;
    case 'down':
      return false;
    case 'half-even': {
      const twice = remainder * 2n;
      return twice === denominator ? quotient % 2n === 1n : twice > denominator;
    }
    default:
      return unreachable(rounding);
  }
}
