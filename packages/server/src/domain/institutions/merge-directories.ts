/**
 * One directory out of many. The same bank is recognised by its BIC (a branch of XXX is the head office); a provider that gives
 * none is matched by a national code that another provider gives with a BIC, or else by its name in that country. What
 * nobody can match stands by itself.
 */
import type { ProviderInstitution } from '@switchyard/rail-kit';
import { foldName } from './fold-name.ts';
import type { Institution, InstitutionReach } from './institution.ts';
import { institutionId } from './institution-id.ts';

export interface ConnectionDirectory {
  readonly connectionId: string;
  readonly rail: string;
  readonly institutions: readonly ProviderInstitution[];
}

interface Entry {
  readonly known: ProviderInstitution;
  readonly reach: InstitutionReach;
}

export function mergeDirectories(directories: readonly ConnectionDirectory[]): readonly Institution[] {
  const entries = directories.flatMap(({ connectionId, rail, institutions }) =>
    institutions.map((known): Entry => {
      const { ref, roles, restrictions } = known;
      return { known, reach: { connectionId, rail, ref, roles, restrictions } };
    }),
  );
  const idOf = identify(entries.map(({ known }) => known));
  const byId = new Map<string, Entry[]>();
  for (const entry of entries) {
    const id = idOf(entry.known);
    byId.set(id, [...(byId.get(id) ?? []), entry]);
  }
  return [...byId].map(([id, same]) => institutionOf(id, same));
}

/** Who has a BIC lends its id to those who have only a code or a name of the same bank. */
function identify(all: readonly ProviderInstitution[]): (known: ProviderInstitution) => string {
  const lent = new Map<string, string>();
  for (const known of all) {
    const { bic, country } = known;
    if (bic === undefined) continue;
    const id = institutionId(country, bic.toUpperCase());
    for (const name of [...codesOf(known), nameOf(known)]) if (!lent.has(name)) lent.set(name, id);
  }
  return (known) => {
    const { bic, country } = known;
    if (bic !== undefined) return institutionId(country, bic.toUpperCase());
    const names = [...codesOf(known), nameOf(known)];
    const borrowed = names.map((name) => lent.get(name)).find((id) => id !== undefined);
    return borrowed ?? institutionId(country, known.nationalCodes?.[0] ?? foldName(known.name));
  };
}

function codesOf({ country, nationalCodes = [] }: ProviderInstitution): readonly string[] {
  return nationalCodes.map((code) => `${country}|code|${code}`);
}

function nameOf({ country, name }: ProviderInstitution): string {
  return `${country}|name|${foldName(name)}`;
}

/** The first provider's words stand for the bank: directories come in the order of connections, which does not change. */
function institutionOf(id: string, same: readonly Entry[]): Institution {
  const known = same.map((entry) => entry.known);
  const logoUrl = known.find((one) => one.logoUrl !== undefined)?.logoUrl;
  const reach = new Map(same.map((entry) => [entry.reach.connectionId, entry.reach]));
  return {
    id,
    name: known[0]?.name ?? id,
    country: known[0]?.country ?? '',
    ...(logoUrl === undefined ? {} : { logoUrl }),
    reach: [...reach.values()],
  };
}
