import type { Coverage } from '@switchyard/engine';
import type { Institution } from './institution.ts';

/**
 * Coverage in which `rails` stand as the directories say, and all others as they stood. A bank that only a directory knows is
 * added; one that no rail reaches any more is left out.
 */
export function coverFrom(
  before: readonly Coverage[],
  institutions: readonly Institution[],
  rails: ReadonlySet<string>,
): readonly Coverage[] {
  const known = new Map(before.map((coverage) => [coverage.institution, coverage]));
  const reached = new Map(institutions.map((institution) => [institution.id, institution]));
  const ids = [...new Set([...known.keys(), ...reached.keys()])].sort();
  return ids.flatMap((id) => {
    const configured = (known.get(id)?.rails ?? []).filter(({ rail }) => !rails.has(rail));
    const institution = reached.get(id);
    const fetched = [...new Set(institution?.reach.map(({ rail }) => rail) ?? [])];
    const country = institution?.country ?? known.get(id)?.country;
    if (country === undefined || configured.length + fetched.length === 0) return [];
    const restrictedBefore = new Map(known.get(id)?.rails.map(({ rail, restricted }) => [rail, restricted]));
    const added = fetched.map((rail, index) => ({
      rail,
      rank: configured.length + index + 1,
      restricted: restrictedBefore.get(rail) ?? [],
    }));
    return [{ institution: id, country, rails: [...configured, ...added] }];
  });
}
