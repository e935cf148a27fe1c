/** Every currency here has two minor digits, and amounts stay far below what a JSON number holds exactly. */
export function decimal(amountMinor: bigint): number {
  const sign = amountMinor < 0n ? '-' : '';
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(3, '0');
  return Number(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** Undefined for what is no positive amount of whole minor units. */
export function minorUnits(value: unknown): bigint | undefined {
  const match = typeof value === 'number' ? /^([0-9]+)(?:\.([0-9]{1,2}))?$/.exec(String(value)) : null;
  if (match === null) return undefined;
  const amountMinor = BigInt(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
  return amountMinor > 0n ? amountMinor : undefined;
}
