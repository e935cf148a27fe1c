/** How to choose. Rails are named by their ids and must be connected, or a rule would wait for something that never comes. */
import {
  type CapabilityId,
  CUSTODIES,
  type Exploration,
  HALF_LIFE_MS_MAX,
  PREFERENCES,
  type ReliabilityPolicy,
  type Rule,
  type RuleAction,
  type RuleConditions,
  type Valuation,
} from '@switchyard/engine';
import type { Path, Problem } from './config-problem.ts';
import { HALF_LIFE_MS_MIN, PRIOR_STRENGTH_MAX, RULES_MAX, WORDS_MAX } from './limits.ts';
import { offers, type Reach } from './reach.ts';
import {
  checked,
  defaulted,
  groupOf,
  listOf,
  mustBe,
  oneOf,
  optional,
  type Reader,
  required,
  word,
} from './reader.ts';
import type { PolicyConfig } from './routing-config.ts';
import {
  asset,
  capability,
  country,
  institution,
  key,
  minorUnits,
  ppm,
  scheme,
  wholeNumber,
} from './words.ts';
import { textOf } from './yaml-tree.ts';

/** `connected` has the reach of every rail that some connection of the file names. */
export function policyReader(connected: ReadonlyMap<string, Reach>): Reader<PolicyConfig> {
  const rail = connectedRail(connected);
  return groupOf<PolicyConfig>('the policy', {
    preference: required(oneOf(PREFERENCES)),
    valuation: required(VALUATION),
    custodyAdmitted: required(listOf(oneOf(CUSTODIES), { max: CUSTODIES.length })),
    railOrder: defaulted(listOf(rail, { max: WORDS_MAX }), []),
    rules: defaulted(listOf(ruleReader(rail, connected), { max: RULES_MAX, unique: ['id'] }), []),
    reliability: required(RELIABILITY),
    exploration: required(EXPLORATION),
  });
}

export function connectedRail(connected: ReadonlyMap<string, Reach>): Reader<string> {
  return word('a rail that a connection of this file names', (text) =>
    connected.has(text) ? text : undefined,
  );
}

const VALUATION = groupOf<Valuation>('the valuation', {
  asset: required(asset),
  failureCost: required(minorUnits),
  hourCost: required(minorUnits),
});

const RELIABILITY = checked(
  groupOf<ReliabilityPolicy>('the reliability', {
    floorPpm: required(ppm),
    priorPpm: required(ppm),
    priorStrength: required(wholeNumber(1, PRIOR_STRENGTH_MAX)),
    halfLifeMs: required(wholeNumber(HALF_LIFE_MS_MIN, HALF_LIFE_MS_MAX)),
  }),
  ({ floorPpm, priorPpm }, path) =>
    priorPpm >= floorPpm
      ? []
      : [
          {
            path: [...path, 'priorPpm'],
            problem: `Must not be below floorPpm, which is ${floorPpm}, or no rail that is new would ever be tried.`,
          },
        ],
);

const EXPLORATION = groupOf<Exploration>('the exploration', {
  ratePpm: required(ppm),
  amountMax: required(minorUnits),
});

function ruleReader(rail: Reader<string>, connected: ReadonlyMap<string, Reach>): Reader<Rule> {
  return checked(
    groupOf<Rule>('a rule', {
      id: required(key),
      when: defaulted(CONDITIONS, {}),
      // biome-ignore lint/suspicious/noThenProperty: the policy of the engine has it, and nobody awaits a rule.
      then: required(actionReader(rail)),
    }),
    (rule, path) => checkRuleReach(rule, path, connected),
  );
}

const CONDITIONS: Reader<RuleConditions> = checked(
  groupOf<RuleConditions>('the conditions of a rule', {
    operations: optional(listOf(capability, { max: WORDS_MAX })),
    countries: optional(listOf(country, { max: WORDS_MAX })),
    institutions: optional(listOf(institution, { max: WORDS_MAX })),
    schemes: optional(listOf(scheme, { max: WORDS_MAX })),
    assets: optional(listOf(asset, { max: WORDS_MAX })),
    amountMin: optional(minorUnits),
    amountMax: optional(minorUnits),
  }),
  checkAmounts,
);

function checkAmounts({ assets, amountMin, amountMax }: RuleConditions, path: Path): readonly Problem[] {
  const bounded = amountMin === undefined ? (amountMax === undefined ? undefined : 'amountMax') : 'amountMin';
  if (bounded !== undefined && assets === undefined) {
    const problem = 'Needs assets beside it, for the same number is another amount in every asset.';
    return [{ path: [...path, bounded], problem }];
  }
  return amountMin !== undefined && amountMax !== undefined && BigInt(amountMin) > BigInt(amountMax)
    ? [{ path: [...path, 'amountMax'], problem: `Must not be below amountMin, which is ${amountMin}.` }]
    : [];
}

const NAMING = ['exclude', 'require', 'prefer'] as const;
const ACTIONS = [...NAMING, 'split'] as const;

type NamingAction = Extract<RuleAction, { readonly rails: unknown }>;
type SplitAction = Extract<RuleAction, { readonly shares: unknown }>;

function actionReader(rail: Reader<string>): Reader<RuleAction> {
  const naming = groupOf<NamingAction>('an action that names rails', {
    type: required(oneOf(NAMING)),
    rails: required(listOf(rail, { max: WORDS_MAX })),
  });
  const share = groupOf<SplitAction['shares'][number]>('a share', {
    rail: required(rail),
    percent: required(wholeNumber(1, 100)),
  });
  const split = checked(
    groupOf<SplitAction>('a split', {
      type: required(oneOf(['split'])),
      shares: required(listOf(share, { max: WORDS_MAX, unique: ['rail'] })),
    }),
    checkShares,
  );
  return (tree, path) => {
    const type = textOf(tree, 'type');
    if (type === 'split') return split(tree, path);
    if (type === undefined || NAMING.some((name) => name === type)) return naming(tree, path);
    return mustBe(`one of ${ACTIONS.join(', ')}`, { kind: 'text', text: type, line: tree.line }, [
      ...path,
      'type',
    ]);
  };
}

function checkShares({ shares }: SplitAction, path: Path): readonly Problem[] {
  const sum = shares.reduce((total, { percent }) => total + percent, 0);
  return sum === 100
    ? []
    : [{ path: [...path, 'shares'], problem: `The percentages add up to ${sum}, not to 100.` }];
}

/** A rule for operations that the rail does not offer there acts on nothing. */
function checkRuleReach(
  { when, then }: Rule,
  path: Path,
  connected: ReadonlyMap<string, Reach>,
): readonly Problem[] {
  const named =
    then.type === 'split'
      ? then.shares.map(({ rail }, index) => ({ rail, at: ['shares', index, 'rail'] }))
      : then.rails.map((rail, index) => ({ rail, at: ['rails', index] }));
  return named.flatMap(({ rail, at }) => {
    const reach = connected.get(rail);
    return reach === undefined || letsThrough(when, reach)
      ? []
      : [
          {
            path: [...path, 'then', ...at],
            problem: `${reach.name} offers nothing that the conditions of the rule let through.`,
          },
        ];
  });
}

/** A rule's countries are the payer's. Money that is sent to a payee is served where the payee is, so there they say nothing. */
function letsThrough({ operations, countries }: RuleConditions, reach: Reach): boolean {
  const sent = PAYEE_SIDE.filter((id) => operations === undefined || operations.includes(id));
  return (sent.length > 0 && offers(reach, sent)) || offers(reach, operations, countries);
}

const PAYEE_SIDE: readonly CapabilityId[] = ['banking.payouts', 'money.cross-border'];
