/** `1234n` of a currency with two digits is `12.34`: by its digits, so that no float comes near it. */
export function decimalOf(amountMinor: bigint): string {
  const digits = amountMinor.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
