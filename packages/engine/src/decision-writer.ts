/**
 * A decision as JSON text in ASCII: the values of `presentDecision` in the same order, at a fraction of its price.
 *
 * Most of the text of a decision is that of others in its situation: the exclusions, which may name hundreds of
 * connections, and what is known of each rail whatever the amount. That is written once for each list and each
 * reliability that the engine hands out frozen, and kept as long as they live. Every member is named here, so that
 * nothing leaves that is not meant to.
 *
 * The braces are the caller's: a service has members of its own to put before and behind.
 */
import type { AmountOnWire } from './amount.ts';
import type { Alternative, Decision, Exclusion, Judgement, Reliability } from './decision.ts';
import { createExplanationWriter, type WriteExplanation } from './explanation-writer.ts';
import { asciiJson, quoted } from './json-text.ts';
import { presentExclusions } from './present-decision.ts';
import type { Preference } from './vocabulary.ts';

export type WriteDecision = (decision: Decision) => string;

/** One for each engine: what it remembers is of use to that engine's decisions only. */
export function createDecisionWriter(): WriteDecision {
  const write: Fragments = {
    amount: rememberAssets(),
    exclusions: rememberExclusions(),
    explanation: createExplanationWriter(),
    rail: rememberRails(),
  };
  return (decision) => {
    const { cost, breakpoints, labels, alternatives, excluded } = decision;
    const { name, traits } = write.rail(decision);
    return (
      `"operation":${quoted(decision.operation)},"outcome":"${decision.outcome}"` +
      `${name === '' ? '' : ','}${name}${costText(write, cost)}` +
      `${breakpoints === undefined ? '' : `,"breakpoints":[${breakpoints.map(write.amount)}]`}${traits}` +
      `,"labels":${labelsText(labels)},"alternatives":[${alternativesText(write, alternatives)}]` +
      `,"excluded":${write.exclusions(excluded)},"approach":"${decision.approach}"` +
      `,"propensityPpm":${decision.propensityPpm},"preference":${quoted(decision.preference)}` +
      `,"explanation":${write.explanation(decision.explanation)},"snapshot":${quoted(decision.snapshot)}` +
      `,"engineVersion":${quoted(decision.engineVersion)},"expiresAt":"${decision.expiresAt}"`
    );
  };
}

interface Fragments {
  readonly amount: (amount: AmountOnWire) => string;
  readonly exclusions: (excluded: readonly Exclusion[]) => string;
  readonly explanation: WriteExplanation;
  readonly rail: (judged: JudgedRail) => RailText;
}

function alternativesText(write: Fragments, alternatives: readonly Alternative[]): string {
  let text = '';
  for (const alternative of alternatives) {
    const { cost, labels, rank, explanation } = alternative;
    const { name, traits, unlabelled } = write.rail(alternative);
    const described = labels.length === 0 ? unlabelled : `${traits},"labels":${labelsText(labels)},"rank":`;
    text +=
      `${text === '' ? '{' : '},{'}${name}${costText(write, cost)}${described}${rank}` +
      `,"explanation":${write.explanation(explanation)}`;
  }
  return text === '' ? '' : `${text}}`;
}

function labelsText(labels: readonly Preference[]): string {
  return labels.length === 0 ? '[]' : `["${labels.join('","')}"]`;
}

function costText(write: Fragments, cost: Judgement['cost'] | undefined): string {
  if (cost === undefined) return '';
  return 'value' in cost
    ? `,"cost":${write.amount(cost)}`
    : `,"cost":{"min":${write.amount(cost.min)},"max":${write.amount(cost.max)}}`;
}

/** Decisions of one engine are in few assets: those that it has prices in, and those that it is asked about. */
function rememberAssets(): Fragments['amount'] {
  const known = new Map<string, string>();
  return ({ value, asset }) => {
    let end = known.get(asset);
    if (end === undefined) {
      end = `","asset":${quoted(asset)}}`;
      if (known.size < ASSETS_MAX) known.set(asset, end);
    }
    return `{"value":"${value}${end}`;
  };
}

/** Whoever asks may name any asset; only so many are remembered. */
const ASSETS_MAX = 100;

/** Only frozen lists: their text cannot change. */
function rememberExclusions(): Fragments['exclusions'] {
  const known = new WeakMap<readonly Exclusion[], string>();
  return (excluded) => {
    const remembered = known.get(excluded);
    if (remembered !== undefined) return remembered;
    const text = asciiJson(presentExclusions(excluded));
    if (Object.isFrozen(excluded)) known.set(excluded, text);
    return text;
  };
}

/** What a decision says of its rail and of each alternative, without what depends on the amount. */
interface JudgedRail {
  readonly rail?: string | undefined;
  readonly connection?: string | undefined;
  readonly latency?: Judgement['latency'] | undefined;
  readonly reliability?: Reliability | undefined;
  readonly custody?: Judgement['custody'] | undefined;
}

interface RailText {
  /** The members that say which rail it is, and those that come behind its cost. */
  readonly name: string;
  readonly traits: string;
  /** Those, and what comes behind them where the rail has no label. */
  readonly unlabelled: string;
}

function rememberRails(): Fragments['rail'] {
  const known = new WeakMap<Reliability, RailText & { readonly of: JudgedRail }>();
  return (judged) => {
    const { reliability } = judged;
    const remembered = reliability === undefined ? undefined : known.get(reliability);
    if (remembered !== undefined && isSameRail(remembered.of, judged)) return remembered;
    const text = railText(judged);
    if (reliability !== undefined && Object.isFrozen(reliability)) {
      // Not the whole decision: that would be kept as long as its reliability.
      const { rail, connection, latency, custody } = judged;
      known.set(reliability, { ...text, of: { rail, connection, latency, custody } });
    }
    return text;
  };
}

/** A reliability is one rail's at one moment, but nothing rests on that. */
function isSameRail(a: JudgedRail, b: JudgedRail): boolean {
  return (
    a.connection === b.connection && a.rail === b.rail && a.latency === b.latency && a.custody === b.custody
  );
}

function railText({ rail, connection, latency, reliability, custody }: JudgedRail): RailText {
  const traits = behind(
    asciiJson({ latency: latencyOf(latency), reliability: reliabilityOf(reliability), custody }),
  );
  return {
    name: asciiJson({ rail, connection }).slice(1, -1),
    traits,
    unlabelled: `${traits},"labels":[],"rank":`,
  };
}

function latencyOf(latency: JudgedRail['latency']) {
  return latency === undefined ? undefined : { p50Ms: latency.p50Ms, p95Ms: latency.p95Ms };
}

function reliabilityOf(reliability: Reliability | undefined): Reliability | undefined {
  if (reliability === undefined) return undefined;
  const { successPpm, samples, basis } = reliability;
  return { successPpm, samples, basis };
}

/** The members of an object, to stand behind others. */
function behind(object: string): string {
  return object === '{}' ? '' : `,${object.slice(1, -1)}`;
}
