/** Reading of bodies that may be anything. */

export type Fields = Readonly<Record<string, unknown>>;

/** Empty when it is no object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Hundredths; every currency that is paid here has two digits. Undefined when it is no positive amount. */
export function hundredthsOf(text: unknown): bigint | undefined {
  const [, major, minor = ''] = (typeof text === 'string' && /^(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text)) || [];
  if (major === undefined) return undefined;
  const amount = BigInt(`${major}${minor.padEnd(2, '0')}`);
  return amount > 0n ? amount : undefined;
}

export function isIban(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(value);
}

export function isWebUri(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}

/** The address with more in its query. */
export function withQuery(uri: string, more: Readonly<Record<string, string>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.href;
}
