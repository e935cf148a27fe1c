import { createHash } from 'node:crypto';

/** As many decimal digits as asked for, the same for the same text in every run and on every machine. */
export function digitsOf(text: string, count: number): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return (BigInt(`0x${hash}`) % 10n ** BigInt(count)).toString().padStart(count, '0');
}

/** A number from zero to below `bound`, the same for the same text. */
export function numberOf(text: string, bound: number): number {
  return Number(digitsOf(text, 12)) % bound;
}
