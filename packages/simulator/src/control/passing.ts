/** Things that hold for a while: until they were used so often, or so long, or until they are cleared. The first that fits is taken. */
import { isBelow } from './is-below.ts';

export interface Ends {
  readonly provider: string;
  /** How the path starts that it is about, in whole segments. */
  readonly path?: string | undefined;
  readonly times?: number | undefined;
  readonly forMs?: number | undefined;
}

export interface Passing<T extends Ends> {
  add(thing: T): Listed<T>;
  /** With the uses that each has left. */
  list(): readonly Listed<T>[];
  /** All, or those of a provider, or of them those below a path. */
  clear(provider?: string, path?: string): void;
  /** The first that fits, which counts as a use of it. */
  take(fits: (thing: T) => boolean): T | undefined;
}

/** With when its time is over, if ever. */
export type Listed<T> = T & { readonly endsAt?: string };

interface Kept<T> {
  readonly thing: T;
  readonly endsMs: number;
}

export function createPassing<T extends Ends>(now: () => number): Passing<T> {
  let kept: readonly Kept<T>[] = [];
  const current = () => {
    kept = kept.filter(({ endsMs }) => endsMs > now());
    return kept;
  };
  return {
    add(thing) {
      const added = { thing, endsMs: now() + (thing.forMs ?? Number.POSITIVE_INFINITY) };
      kept = [...current(), added];
      return listed(added);
    },
    list: () => current().map(listed),
    clear(provider, path) {
      kept = kept.filter(({ thing }) => !isMeant(thing, provider, path));
    },
    take(fits) {
      const taken = current().find(({ thing }) => fits(thing));
      if (taken?.thing.times !== undefined)
        kept = kept.flatMap((one) => (one === taken ? oneLess(one) : [one]));
      return taken?.thing;
    },
  };
}

function listed<T extends Ends>({ thing, endsMs }: Kept<T>): Listed<T> {
  return endsMs === Number.POSITIVE_INFINITY ? thing : { ...thing, endsAt: new Date(endsMs).toISOString() };
}

/** What is about all paths is also about those. */
function isMeant(thing: Ends, provider: string | undefined, path = ''): boolean {
  return provider === undefined || (thing.provider === provider && isBelow(thing.path ?? path, path));
}

function oneLess<T extends Ends>({ thing, endsMs }: Kept<T>): readonly Kept<T>[] {
  const times = (thing.times ?? 1) - 1;
  return times > 0 ? [{ thing: { ...thing, times }, endsMs }] : [];
}
