import type { Aspsp } from './api.ts';

/** The provider has no ids for banks; ours is made of what it has: `DE|Example Bank`. */
export function formatInstitutionRef({ country, name }: Aspsp): string {
  return `${country}|${name}`;
}

export function parseInstitutionRef(ref: string): Aspsp | undefined {
  const [, country, name] = /^([A-Z]{2})\|(.+)$/s.exec(ref) ?? [];
  return country === undefined || name === undefined ? undefined : { country, name };
}
