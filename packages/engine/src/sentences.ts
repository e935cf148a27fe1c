/**
 * Every sentence the engine can say, by key; `{name}` is filled from the explanation's vars. Keys are stable, words are not.
 * Explanations are made by `because`, which compiles only with a key that is here and with just the values its sentence
 * speaks of. A rail is called by its name; its id stands beside the explanation.
 */

export const ENGINE_SENTENCES = {
  'connection.disabled': 'The connection to {rail} is disabled.',
  'connection.pending': 'The connection to {rail} is not ready yet.',
  'rail.unknown': 'The snapshot says nothing about the rail {rail}.',
  'operation.not_offered': '{rail} does not offer {operation}.',
  'operation.not_enabled': 'The connection to {rail} is not enabled for {operation}.',
  'country.not_served': '{rail} does not offer {operation} in {country}.',
  'country.not_enabled': 'The connection to {rail} is not enabled for {country}.',
  'scheme.not_supported': '{rail} does not reach accounts of the scheme {scheme}.',
  'amount.unreadable': 'The amount is not a whole number of minor units, or its band is upside down.',
  'amount.asset_not_moved': 'The connection to {rail} does not move {asset}.',
  'amount.below_min': 'The connection to {rail} moves nothing below {min}.',
  'amount.above_max': 'The connection to {rail} moves nothing above {max}.',
  'amount.band_not_covered': 'The connection to {rail} moves only a part of the band: {moves}.',
  'institution.not_covered': '{rail} does not reach the institution {institution}.',
  'institution.restricted': 'The institution {institution} does not allow {operation} over {rail}.',
  'account.not_linked': 'The account is not linked through {rail}.',
  'request.rail_excluded': 'The request leaves {rail} out.',
  'custody.not_admitted': '{rail} would hold the money as {custody}, which the policy does not admit.',
  'custody.narrowed': '{rail} would hold the money as {custody}, which the request does not admit.',
  'policy.excluded': 'The policy rule {rule} leaves {rail} out.',
  'policy.not_required': 'The policy rule {rule} requires other rails than {rail}.',
  'reliability.below_floor':
    '{rail} succeeds in {success} of cases, which is under the floor of {floor} that the policy sets.',

  'fix.connect_rail': 'Enable this on the connection to {rail}, or connect the rail anew.',
  'fix.link_account': 'Link the account through {rail} first.',
  'fix.change_amount': 'Use an amount that the connection moves: {moves}.',
  'fix.narrow_band': 'Narrow the band to what the connection moves: {moves}.',
  'fix.admit_custody': 'Admit the custody {custody} in the policy.',
  'fix.change_rule': 'Change the policy rule {rule}.',
  'fix.wait': 'Wait until {rail} has recovered; what failed is forgotten with time.',

  'chosen.cheapest': '{rail} is the cheapest, at {cost}.',
  'chosen.fastest': '{rail} is the fastest: half of its answers come within {p50Ms} ms.',
  'chosen.recommended':
    '{rail} has the lowest expected cost, {expected}: price, risk of failure and waiting together.',
  'chosen.price_unknown':
    'No price is known that could be compared, so {rail} stands first by what else is known.',
  'chosen.speed_unknown': 'No speed is known, so {rail} stands first by what else is known.',
  'chosen.only': '{rail} is the only connected rail that can do this.',
  'chosen.forced': '{rail} is the only rail that the request leaves.',
  'chosen.paced':
    '{rail} costs {cost}. It comes first because its contract is behind its commitment, for which the contract allows {tolerance} more.',
  'chosen.preferred': 'The policy rule {rule} prefers {rail}.',
  'chosen.required': '{rail} is first among the rails that the policy rule {rule} requires.',
  'chosen.split': 'The policy rule {rule} splits, and {rail} was drawn with a share of {share}.',
  'chosen.explored': '{rail} was drawn to be tried, so that its record stays known.',
  'chosen.degraded':
    'No rail reaches the reliability floor of {floor}; {rail} comes nearest, with {success}.',
  'chosen.band':
    '{rail} is first by {preference} from {from} to {to}. Elsewhere in the band another rail would be.',
  'chosen.band_whole':
    '{rail} is first by {preference} among the rails for the whole band. For {middle} alone, its middle, {other} would be chosen, because a limit or a rule holds for a part of the band only.',
  'chosen.band_whole_only':
    '{rail} is first by {preference} among the rails for the whole band. For {middle} alone, its middle, no rail would be, because a rule holds for a part of the band only.',

  'lost.dearer': '{rail} costs {cost}, and {chosen} costs {chosenCost}.',
  'lost.dearer_in_band':
    'At the middle of the band, {middle}, {rail} costs {cost}, and {chosen} costs {chosenCost}.',
  'lost.band_part':
    '{rail} would be chosen for {middle} alone, the middle of the band, but not for the whole band, for which {chosen} is first.',
  'lost.dearer_slightly': '{rail} costs a fraction of a minor unit more than {chosen}.',
  'lost.slower': '{rail} takes {p50Ms} ms in half of all cases, and {chosen} takes {chosenP50Ms} ms.',
  'lost.less_reliable': '{rail} succeeds in {success} of cases, and {chosen} in {chosenSuccess}.',
  'lost.expected': '{rail} has an expected cost of {expected}, and {chosen} of {chosenExpected}.',
  'lost.expected_slightly': '{rail} has a slightly higher expected cost than {chosen}.',
  'lost.price_unknown': 'No price of {rail} is known for this, and rails with a known price come first.',
  'lost.price_needs_amount':
    'The price of {rail} depends on an amount that was not stated, and rails with a known price come first.',
  'lost.price_not_comparable':
    'The price of {rail} cannot be compared for lack of an exchange rate, and rails with a known price come first.',
  'lost.speed_unknown': 'No speed of {rail} is known, and rails with a known speed come first.',
  'lost.order': '{rail} is as good as {chosen}, and comes after it in the order of rails.',
  'lost.paced': '{rail} costs {cost}, but the contract of {chosen} is behind its commitment.',
  'lost.not_preferred': 'The policy rule {rule} prefers {chosen} to {rail}.',
  'lost.split': 'The policy rule {rule} splits, and {chosen} was drawn instead of {rail}.',
  'lost.explored': '{chosen} was drawn to be tried instead of {rail}.',

  'none.connected': 'No rail is connected.',
  'none.eligible': 'None of the {count} connections can do {operation} here; each one says why.',
  'none.amount_unreadable': 'Without an amount that can be read, no rail can be chosen.',
} as const satisfies Readonly<Record<string, string>>;

export type EngineKey = keyof typeof ENGINE_SENTENCES;

/** The names between braces. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

export type VarsOf<Key extends EngineKey> = Readonly<
  Record<Placeholders<(typeof ENGINE_SENTENCES)[Key]>, string>
>;

export interface EngineExplanation {
  readonly key: EngineKey;
  readonly vars: Readonly<Record<string, string>>;
}

export interface ExplainedSentence extends EngineExplanation {
  readonly message: string;
}

export function because<Key extends EngineKey>(key: Key, vars: VarsOf<Key>): EngineExplanation {
  return { key, vars };
}

export function explainKey({ key, vars }: EngineExplanation): ExplainedSentence {
  return { key, vars, message: fill(PARTS[key], vars) };
}

/** The values a sentence speaks of, by name. */
export function varsOfKey(key: EngineKey): readonly string[] {
  return [...new Set(PARTS[key].names)];
}

export function partsOfKey(key: EngineKey): SentenceParts {
  return PARTS[key];
}

/** A sentence cut at its braces: texts[0], vars[names[0]], texts[1], … Filling one is then mere concatenation. */
export interface SentenceParts {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

function fill({ texts, names }: SentenceParts, vars: Readonly<Record<string, string>>): string {
  let message = texts[0] ?? '';
  for (let at = 0; at < names.length; at += 1) {
    message += (vars[names[at] ?? ''] ?? '') + (texts[at + 1] ?? '');
  }
  return message;
}

function cut(sentence: string): SentenceParts {
  // Splitting by a pattern with one group gives texts and names in turns.
  const pieces = sentence.split(/\{([a-zA-Z0-9]+)\}/);
  return {
    texts: pieces.filter((_, at) => at % 2 === 0),
    names: pieces.filter((_, at) => at % 2 === 1),
  };
}

// The cast holds because the entries are those of ENGINE_SENTENCES, key by key.
const PARTS = Object.fromEntries(
  Object.entries(ENGINE_SENTENCES).map(([key, sentence]) => [key, cut(sentence)]),
) as Readonly<Record<EngineKey, SentenceParts>>;
