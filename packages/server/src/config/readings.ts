/** How the text of a setting becomes a value, or a complaint that ends a sentence beginning with the setting's name. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

export function readText(text: string): Reading<string> {
  return { ok: true, value: text };
}

/** An origin: no path, no query, so that paths can be put behind it. */
export function readOrigin(text: string): Reading<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin =
    url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '');
  return isOrigin
    ? { ok: true, value: url.origin }
    : { ok: false, problem: 'must be an http or https address without a path, such as https://pay.example' };
}

export function readList(text: string): Reading<readonly string[]> {
  const items = text.split(',').map((item) => item.trim());
  return { ok: true, value: items.filter((item) => item !== '') };
}

export function readInteger(min: number, max: number): (text: string) => Reading<number> {
  return (text) => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? { ok: true, value }
      : { ok: false, problem: `must be a whole number from ${min} to ${max}` };
  };
}

export function readChoice<const T extends string>(choices: readonly T[]): (text: string) => Reading<T> {
  return (text) => {
    const value = choices.find((choice) => choice === text);
    return value === undefined
      ? { ok: false, problem: `must be one of ${choices.join(', ')}` }
      : { ok: true, value };
  };
}

export function readBytes(length: number): (text: string) => Reading<Buffer> {
  return (text) => {
    const hex = new RegExp(`^[0-9a-fA-F]{${length * 2}}$`).test(text);
    const value = Buffer.from(text, hex ? 'hex' : 'base64');
    return value.length === length
      ? { ok: true, value }
      : { ok: false, problem: `must be ${length} bytes, as ${length * 2} hexadecimal digits or in base64` };
  };
}
