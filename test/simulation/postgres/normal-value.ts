/** A value as both databases would give it: one holds dates and bytes where the other has texts of them. */
export function normalValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return DATE.test(value) ? new Date(value).toISOString() : value;
  if (Array.isArray(value)) return value.map(normalValue);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(entries.map(([name, member]) => [name, normalValue(member)]));
  }
  return value;
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
