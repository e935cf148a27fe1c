/**
 * Finds the field for a request, an amount and a time, and remembers what it had to build on the way: situations by what the
 * request says, line-ups by the stretch of amounts, fields by the second. What is remembered is a function of its key and
 * the snapshot: an engine that remembers everything and one that remembers nothing give the same bytes.
 */
import type { DecisionRequest } from '../decision.ts';
import type { CompiledSnapshot } from './compiled-snapshot.ts';
import { buildField, type Field } from './field.ts';
import { buildLineup, type Lineup } from './lineup.ts';
import { createMemo, type Memo } from './memo.ts';
import { pieceAt } from './piecewise.ts';
import type { AmountRange } from './policy-rules.ts';
import { buildSituation, type Situation, situationKey } from './situation.ts';

export interface FoundSituation {
  readonly situation: Situation;
  /** The field of what holds for the whole range; without a range, of what holds without an amount. */
  readonly fieldFor: (range: AmountRange | undefined, nowMs: number) => Field;
}

export type FieldFinder = (request: DecisionRequest) => FoundSituation;

/** Each may hold an explanation for every connection, so they are few enough for some ten megabytes. */
const SITUATIONS_MAX = 256;
const LINEUPS_MAX = 16;
const MOMENT_MS = 1_000;

export function createFieldFinder(snapshot: CompiledSnapshot): FieldFinder {
  const situations = createMemo<string, FoundSituation>(SITUATIONS_MAX);
  return (request) => {
    const key = situationKey(request);
    const known = situations.get(key);
    if (known !== undefined) return known;
    const found = foundSituation(snapshot, request);
    situations.set(key, found);
    return found;
  };
}

interface RememberedLineup {
  readonly lineup: Lineup;
  momentMs: number;
  field: Field;
}

function foundSituation(snapshot: CompiledSnapshot, request: DecisionRequest): FoundSituation {
  const situation = buildSituation(snapshot, request);
  const asset = request.amount?.asset ?? '';
  const lineups: Memo<number, RememberedLineup> = createMemo(LINEUPS_MAX);
  return {
    situation,
    fieldFor: (range, nowMs) => {
      const key = stretchKey(situation, range);
      const momentMs = nowMs - (nowMs % MOMENT_MS);
      const known = lineups.get(key);
      if (known?.momentMs === momentMs) return known.field;
      const lineup = known?.lineup ?? buildLineup(situation, range, asset);
      const field = buildField(snapshot, lineup, momentMs);
      if (known === undefined) lineups.set(key, { lineup, momentMs, field });
      else {
        known.momentMs = momentMs;
        known.field = field;
      }
      return field;
    },
  };
}

/** Limits and rules see no more of a range than the stretches in which it begins and ends. */
function stretchKey({ knots }: Situation, range: AmountRange | undefined): number {
  if (range === undefined) return -1;
  if (knots.length === 1) return 0;
  return pieceAt(knots, range.lo) * knots.length + pieceAt(knots, range.hi);
}
