/** Which ways have reached a place, and whether another one would only be a detour beside them. */
import type { Carrier } from './carriers.ts';
import type { Place } from './hops.ts';
import { LABEL_CRITERIA } from './pareto.ts';
import type { Way } from './way.ts';

export interface Arrivals {
  readonly add: (way: Way) => void;
  /**
   * A way that has reached the place over connections that the given one goes over too, if only with one more leg, and that
   * is as good as that one is by now.
   */
  readonly shorter: (place: Place, converted: boolean, way: Way, last: Carrier) => Way | undefined;
}

export function createArrivals(): Arrivals {
  // By place and conversion, then by the connection that it begins with: a shorter way begins with one of the longer.
  const ways = new Map<Place, readonly [Map<Carrier, Way[]>, Map<Carrier, Way[]>]>();
  return {
    add: (way) => {
      const first = way.legs[0]?.hop.carrier;
      if (first === undefined) return;
      const state = ways.get(way.place) ?? [new Map(), new Map()];
      ways.set(way.place, state);
      const starts = state[way.converted ? 1 : 0];
      const known = starts.get(first);
      if (known === undefined) starts.set(first, [way]);
      else known.push(way);
    },
    shorter: (place, converted, way, last) => {
      const starts = ways.get(place)?.[converted ? 1 : 0];
      if (starts === undefined) return undefined;
      for (const { hop } of way.legs) {
        const found = starts.get(hop.carrier)?.find((one) => isShorter(one, way, last));
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

function isShorter(one: Way, way: Way, last: Carrier): boolean {
  if (one.legs.length > way.legs.length) return false;
  for (const compare of LABEL_CRITERIA) if (compare(one, way) > 0) return false;
  return one.legs.every(
    ({ hop: { carrier } }) => carrier === last || way.legs.some((leg) => leg.hop.carrier === carrier),
  );
}
