/**
 * A decision: from a snapshot, a request, a time and an id to a rail, with every other connection accounted for.
 *
 * Request → situation (eligibility, prices, speeds, rules) → line-up for the amount (limits, rules) → field for the moment
 * (reliability, floor, pacing) → verdict at the amount (scores) → choice (ranking, rule, draw) → decision. No input makes it
 * throw: what cannot be read leads to no route, and says so.
 */
import type { Decision, DecisionContext, DecisionRequest } from '../decision.ts';
import { clampTimeMs, createTimeWriter, TIME_MS_MAX } from '../iso-time.ts';
import { because } from '../sentences.ts';
import { type AmountAsked, readAmountAsked } from './amount-asked.ts';
import { amountText } from './amount-text.ts';
import { type BandContest, breakpointsOf, middleOf } from './bands.ts';
import { choose, winner } from './choice.ts';
import type { CompiledSnapshot } from './compiled-snapshot.ts';
import { exclude } from './exclusion.ts';
import { createFieldFinder, type FoundSituation } from './field-finder.ts';
import { decisiveScores } from './rank.ts';
import { judgeAt, type MiddleOwner } from './verdict.ts';
import { oneLess, type Whole } from './whole.ts';
import { DECISION_LIFETIME_MS, type DecisionFrame, writeNoRoute, writeRouted } from './write-decision.ts';

export type Decide = (request: DecisionRequest, context: DecisionContext) => Decision;

export function createDecide(snapshot: CompiledSnapshot): Decide {
  const find = createFieldFinder(snapshot);
  const writeTime = createTimeWriter();
  return (request, context) => {
    const { id } = context;
    const nowMs = Math.min(clampTimeMs(context.nowMs), TIME_MS_MAX - DECISION_LIFETIME_MS);
    const frame: DecisionFrame = {
      operation: request.operation,
      preference: request.preference ?? snapshot.policy.preference,
      snapshot: snapshot.digest,
      nowMs,
      expiresAt: writeTime(nowMs + DECISION_LIFETIME_MS),
    };
    const asked = readAmountAsked(request.amount);
    if (asked.kind === 'unreadable') return decideUnreadable(snapshot, frame);
    const found = find(request);
    const matter: Matter = { snapshot, frame, found, id };
    return asked.kind === 'band' ? decideBand(matter, asked) : decidePoint(matter, asked);
  };
}

interface Matter {
  readonly snapshot: CompiledSnapshot;
  readonly frame: DecisionFrame;
  readonly found: FoundSituation;
  readonly id: string;
}

function decideUnreadable({ connections }: CompiledSnapshot, frame: DecisionFrame): Decision {
  const excluded = connections.map((at) => exclude(at, because('amount.unreadable', {})));
  return writeNoRoute(frame, excluded, because('none.amount_unreadable', {}));
}

/** An exact amount, or none at all: then prices that need one are not known, and the rest is the same at any. */
function decidePoint(
  { snapshot, frame, found, id }: Matter,
  asked: Extract<AmountAsked, { kind: 'exact' | 'none' }>,
): Decision {
  const exact = asked.kind === 'exact';
  const amount = exact ? asked.value : 0;
  const field = found.fieldFor(exact ? { lo: amount, hi: amount } : undefined, frame.nowMs);
  if (field.runners.length === 0) return writeNoRoute(frame, field.excluded);
  const { preference } = frame;
  const verdict = judgeAt(snapshot, field, preference, amount, undefined);
  const { exploreMax } = found.situation;
  const mayExplore = exact && exploreMax !== undefined && amount <= exploreMax;
  const choice = choose(field, verdict.scores, { snapshot, preference, id, mayExplore });
  return writeRouted(frame, verdict, choice, undefined);
}

/**
 * Only what holds for the whole band decides, and the rails are ranked at its middle. The breakpoints come from the decisions
 * for the exact amounts, in which limits and rules that hold for a part of the band have their say. So the middle may
 * belong to another rail than the band; the explanations then say so.
 */
function decideBand(matter: Matter, { asset, min, max }: Extract<AmountAsked, { kind: 'band' }>): Decision {
  const { snapshot, frame, found, id } = matter;
  const field = found.fieldFor({ lo: min, hi: max }, frame.nowMs);
  if (field.runners.length === 0) return writeNoRoute(frame, field.excluded);
  const { preference } = frame;
  const at = middleOf(min, max);
  const contest = contestOf(matter);
  const breakpoints = breakpointsOf(contest, min, max);
  const scores = decisiveScores(field, preference, at);
  const choice = choose(field, scores, { snapshot, preference, id, mayExplore: false });
  const chosen = field.runners[choice.order[0] ?? 0]?.candidate.connection;
  const best = breakpoints.length === 0 ? undefined : bestRange([min, ...breakpoints], at, max, asset);
  return writeRouted(
    frame,
    judgeAt(snapshot, field, preference, at, {
      min,
      max,
      middle: amountText(at, asset),
      owner: middleOwner(contest, at, chosen, best),
    }),
    choice,
    breakpoints.map((value) => ({ value: value.toString(), asset })),
  );
}

/** The decisions for exact amounts, as far as their winner goes. */
function contestOf({ snapshot, frame, found, id }: Matter): BandContest {
  const { preference, nowMs } = frame;
  return {
    knots: found.situation.knots,
    fieldAt: (amount) => found.fieldFor({ lo: amount, hi: amount }, nowMs),
    winnerIn: (field, amount) => {
      const scores = decisiveScores(field, preference, amount);
      const at = winner(field, scores, { snapshot, preference, id });
      return field.runners[at]?.candidate.connection;
    },
  };
}

/** Who is chosen for exactly the middle, beside who was chosen for the band. */
function middleOwner(
  contest: BandContest,
  middle: Whole,
  chosen: string | undefined,
  best: { readonly from: string; readonly to: string } | undefined,
): MiddleOwner {
  const field = contest.fieldAt(middle);
  const connection = contest.winnerIn(field, middle);
  if (connection === chosen) return { is: 'chosen', best };
  const other = field.runners.find(({ candidate }) => candidate.connection === connection);
  return other === undefined
    ? { is: 'nobody' }
    : { is: 'other', connection: other.candidate.connection, name: other.candidate.name };
}

/** The stretch around the middle in which one rail wins. */
function bestRange(starts: readonly Whole[], middle: Whole, max: Whole, asset: string) {
  const at = starts.findLastIndex((start) => start <= middle);
  const next = starts[at + 1];
  return {
    from: amountText(starts[at] ?? 0, asset),
    to: amountText(next === undefined ? max : oneLess(next), asset),
  };
}
