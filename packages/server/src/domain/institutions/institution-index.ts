/** Finds banks by id, by a provider's word for them, and by what people type. Built once for each change of a directory. */
import { foldName } from './fold-name.ts';
import type { Institution, InstitutionQuery } from './institution.ts';

export interface InstitutionIndex {
  readonly all: readonly Institution[];
  find(id: string): Institution | undefined;
  findByRef(connectionId: string, ref: string): Institution | undefined;
  search(query: InstitutionQuery): readonly Institution[];
}

interface Indexed {
  readonly institution: Institution;
  /** With a space before each word, so that the beginning of any word is found as ` word`. */
  readonly words: string;
}

export function indexInstitutions(all: readonly Institution[]): InstitutionIndex {
  const byId = new Map(all.map((institution) => [institution.id, institution]));
  const byRef = new Map(
    all.flatMap((institution) =>
      institution.reach.map(({ connectionId, ref }) => [`${connectionId}|${ref}`, institution] as const),
    ),
  );
  const byCountry = new Map<string, Indexed[]>();
  for (const institution of [...all].sort(inOrder)) {
    const indexed = { institution, words: ` ${foldName(institution.name)}` };
    const others = byCountry.get(institution.country);
    if (others === undefined) byCountry.set(institution.country, [indexed]);
    else others.push(indexed);
  }
  return {
    all,
    find: (id) => byId.get(id),
    findByRef: (connectionId, ref) => byRef.get(`${connectionId}|${ref}`),
    search({ country, text, limit }) {
      const wanted = foldName(text ?? '')
        .split(' ')
        .filter(Boolean);
      // Who asks for nothing but signs asks for no bank.
      if (text !== undefined && wanted.length === 0) return [];
      const found: Institution[] = [];
      for (const { institution, words } of byCountry.get(country) ?? []) {
        if (!wanted.every((word) => words.includes(` ${word}`))) continue;
        found.push(institution);
        if (found.length === limit) break;
      }
      return found;
    },
  };
}

/** Banks that can be linked come first, then by name. */
function inOrder(a: Institution, b: Institution): number {
  const rank = Number(isLinkable(b)) - Number(isLinkable(a));
  if (rank !== 0) return rank;
  const [nameA, nameB] = [foldName(a.name), foldName(b.name)];
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

export function isLinkable({ reach }: Institution): boolean {
  return reach.some(({ roles }) => roles.includes('bank-link'));
}
