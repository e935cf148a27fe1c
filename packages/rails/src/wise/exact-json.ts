/**
 * Wise writes amounts and rates as JSON numbers, and ids as whole numbers of up to 64 bits. A number of JavaScript is a
 * float that holds neither for certain. So numbers are read as the digits that stand in the text, and written likewise.
 */
export interface ExactNumber {
  readonly digits: string;
}

export type Writable = string | ExactNumber | { readonly [key: string]: Writable | undefined };

/** Every number becomes its own text. Undefined for what is no JSON. */
export function readExactJson(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}

/** Fields that are undefined are left out. */
export function writeExactJson(value: Writable): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isExactNumber(value)) return value.digits;
  const fields = Object.entries(value).flatMap(([key, field]) =>
    field === undefined ? [] : [`${JSON.stringify(key)}:${writeExactJson(field)}`],
  );
  return `{${fields.join(',')}}`;
}

export function exactNumber(digits: string): ExactNumber {
  return { digits };
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

/** Only what is a number in JSON may stand in a body without quotation marks. */
function isExactNumber(value: Exclude<Writable, string>): value is ExactNumber {
  return typeof value.digits === 'string' && /^(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(value.digits);
}
