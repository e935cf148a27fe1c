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
  const byId = Map.groupBy(entries, ({ known }) => idOf(known));
  return [...byId].map(([id, same]) => institutionOf(id, same));
}

/**
 * Who has a BIC lends its id to those who have only a code or a name of the same bank; then who has a code lends to those who
 * have only a name. What two banks go by is lent to nobody: better two entries than a user at the wrong bank.
 */
function identify(all: readonly ProviderInstitution[]): (known: ProviderInstitution) => string {
  const idFrom = rememberIds();
  const byBic = lend(
    all.filter(({ bic }) => bic !== undefined),
    ({ country, bic = '' }) => idFrom(country, bic.toUpperCase()),
  );
  const withoutBic = ({ country, nationalCodes, name }: ProviderInstitution) =>
    idFrom(country, nationalCodes?.[0] ?? foldName(name));
  const borrowed = (lent: ReadonlyMap<string, string | undefined>, known: ProviderInstitution) =>
    [...codesOf(known), nameOf(known)].map((name) => lent.get(name)).find((id) => id !== undefined);
  const byCode = lend(
    all.filter(
      (known) => known.bic === undefined && codesOf(known).length > 0 && borrowed(byBic, known) === undefined,
    ),
    withoutBic,
  );
  return (known) => {
    if (known.bic !== undefined) return idFrom(known.country, known.bic.toUpperCase());
    const name = codesOf(known).length === 0 ? borrowed(byCode, known) : undefined;
    return borrowed(byBic, known) ?? name ?? withoutBic(known);
  };
}

/** Each code and name with the one id that goes by it; undefined where several do. */
function lend(
  lenders: readonly ProviderInstitution[],
  idOf: (known: ProviderInstitution) => string,
): ReadonlyMap<string, string | undefined> {
  const lent = new Map<string, string | undefined>();
  for (const known of lenders) {
    const id = idOf(known);
    for (const name of [...codesOf(known), nameOf(known)])
      lent.set(name, lent.has(name) && lent.get(name) !== id ? undefined : id);
  }
  return lent;
}

/** Most banks are asked for again and again, and an id costs a digest. */
function rememberIds(): typeof institutionId {
  const known = new Map<string, ReturnType<typeof institutionId>>();
  return (country, code) => {
    const name = `${country}|${code}`;
    const id = known.get(name) ?? institutionId(country, code);
    known.set(name, id);
    return id;
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
  const reach = new Map<string, InstitutionReach>();
  for (const { reach: one } of same) {
    const before = reach.get(one.connectionId);
    // A provider may list a bank twice; the one that links accounts is of more use.
    const isBetter = before?.roles.includes('bank-link') === false && one.roles.includes('bank-link');
    if (before === undefined || isBetter) reach.set(one.connectionId, one);
  }
  return {
    id,
    name: known[0]?.name ?? id,
    country: known[0]?.country ?? '',
    ...(logoUrl === undefined ? {} : { logoUrl }),
    reach: [...reach.values()],
  };
}
