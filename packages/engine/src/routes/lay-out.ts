/** The ways that an outline leaves open, before amounts, rules and times are looked at. */
import type { Carrier } from './carriers.ts';
import type { Hop, Hops, Place, SentHops } from './hops.ts';
import type { Outline } from './plans.ts';
import { LEGS_MAX } from './route-terms.ts';

export interface Layout {
  /** What can be done from a place. */
  readonly next: (place: Place, converted: boolean) => readonly Hop[];
  /** Whether the payee can be reached from a place in so many legs, with the conversion made on the way. */
  readonly canFinish: (place: Place, converted: boolean, left: number) => boolean;
}

export function layOut(hops: Hops, outline: Outline): Layout {
  const next = createNext(hops, outline);
  const known = new Map<Place, Map<number, boolean>>();
  const canFinish = (place: Place, converted: boolean, left: number): boolean => {
    if (place === 'payee') return converted || outline.converter === undefined;
    if (left <= 0) return false;
    const answers = known.get(place) ?? new Map<number, boolean>();
    known.set(place, answers);
    const key = stateKey(converted, left);
    const answer = answers.get(key);
    if (answer !== undefined) return answer;
    const found = next(place, converted).some((hop) =>
      canFinish(hop.to, converted || hop.converts, left - 1),
    );
    answers.set(key, found);
    return found;
  };
  return { next, canFinish };
}

export function hasWay({ canFinish }: Layout): boolean {
  return canFinish('payer', false, LEGS_MAX);
}

/** The connections on the ways that there may be; from a balance on only the shortest ones. */
export function carriersOnWays({ next, canFinish }: Layout): readonly Carrier[] {
  const found = new Set<Carrier>();
  const seen = new Set<Place>();
  const visit = (place: Place, converted: boolean, left: number): void => {
    for (const hop of next(place, converted)) {
      const done = converted || hop.converts;
      if (!canFinish(hop.to, done, left - 1)) continue;
      found.add(hop.carrier);
      if (seen.has(hop.to) && hop.to !== place) continue;
      seen.add(hop.to);
      visit(hop.to, done, fewestLegs(canFinish, hop.to, done));
    }
  };
  visit('payer', false, LEGS_MAX);
  return [...found];
}

/** One of the shortest ways there may be, for showing what failed. */
export function firstWay({ next, canFinish }: Layout): readonly Hop[] {
  const way: Hop[] = [];
  let [place, converted]: [Place, boolean] = ['payer', false];
  for (let left = fewestLegs(canFinish, place, converted); left > 0 && place !== 'payee'; left -= 1) {
    const hop: Hop | undefined = next(place, converted).find((one) =>
      canFinish(one.to, converted || one.converts, left - 1),
    );
    if (hop === undefined) return [];
    way.push(hop);
    [place, converted] = [hop.to, converted || hop.converts];
  }
  return way;
}

function fewestLegs(canFinish: Layout['canFinish'], place: Place, converted: boolean): number {
  let left = 0;
  while (left < LEGS_MAX && !canFinish(place, converted, left)) left += 1;
  return left;
}

/**
 * All money that is to be converted must come to the converter. What can be sent there at once is not sent elsewhere first:
 * hops of one key are alike in all that counts, so nothing would be gained.
 */
function createNext(hops: Hops, { from, to, converter, standalone }: Outline): Layout['next'] {
  const sent = hops.fromPayer(from);
  const first = converter === undefined ? sent.all : sentTowards(sent, converter);
  return (place, converted) => {
    if (place === 'payer') return first;
    if (place === 'payee') return [];
    if (converted || place !== converter) return hops.fromBalance(place, converted ? to : from);
    return standalone ? hops.onBalance(place) : hops.converting(place, to);
  };
}

function sentTowards({ all, byTarget, balanceKeys }: SentHops, converter: Carrier): readonly Hop[] {
  const direct = byTarget.get(converter) ?? [];
  const atOnce = new Set(direct.map(({ key }) => key));
  if (atOnce.size === balanceKeys.size) return direct;
  return all.filter((hop) => hop.to === converter || (hop.to !== 'payee' && !atOnce.has(hop.key)));
}

function stateKey(converted: boolean, left: number): number {
  return left * 2 + (converted ? 1 : 0);
}
