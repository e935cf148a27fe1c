/** Numbers with the unit that their name ends with, written for people. Never by locale: pages are the same everywhere. */
export function quantity(name: string, value: number): string {
  if (MS.test(name)) return duration(value);
  if (BYTES.test(name)) return `${grouped(value / 1024)} KiB`;
  return grouped(value);
}

/** As a word of its own, in either way of writing names: items are no milliseconds. */
const MS = /(?:(?:^|_)MS(?:_MAX)?|(?:^ms|[a-z\d]Ms)(?:Max)?)$/;
const BYTES = /(?:(?:^|_)BYTES(?:_MAX)?|(?:^bytes|[a-z\d]Bytes)(?:Max)?)$/;

export function duration(ms: number): string {
  const [name, length] = UNITS.find(([, unit]) => ms >= unit && ms % unit === 0) ?? (['ms', 1] as const);
  const count = ms / length;
  return `${grouped(count)} ${count === 1 || name.length <= 2 ? name : `${name}s`}`;
}

export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['s', 1_000],
] as const;
