/**
 * Writes a request body. Plaid takes amounts as JSON numbers, and a number of JavaScript is a float: here an amount is
 * decimal text until it stands in the body, digit for digit.
 */
export interface ExactNumber {
  readonly exactNumber: string;
}

export type Writable =
  | string
  | boolean
  | number
  | ExactNumber
  | readonly Writable[]
  | { readonly [key: string]: Writable | undefined };

/** Fields that are undefined are left out. */
export function writeJson(value: Writable): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  if (isExactNumber(value)) return value.exactNumber;
  const fields = Object.entries(value).flatMap(([key, field]) =>
    field === undefined ? [] : [`${JSON.stringify(key)}:${writeJson(field)}`],
  );
  return `{${fields.join(',')}}`;
}

function isList(value: Writable): value is readonly Writable[] {
  return Array.isArray(value);
}

function isExactNumber(value: Writable): value is ExactNumber {
  return (
    typeof value === 'object' &&
    'exactNumber' in value &&
    typeof value.exactNumber === 'string' &&
    /^(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(value.exactNumber)
  );
}
