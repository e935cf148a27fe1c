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

  'route.decide_only': 'The connection to {rail} is for decisions only; it has nothing to move money with.',
  'route.moves_no_money': '{rail} moves no money.',
  'route.no_adapter': 'Nothing here can move money over {rail} yet.',
  'route.asset_not_held': 'The paying account does not send {asset}, and the receiving one does not take it.',
  'route.scheme_unreachable':
    'No settlement scheme of {rail} fits an account of {from}, an account of {to} and {asset}.',
  'route.no_counterpart':
    '{rail} could carry the money a part of the way, but no connection carries it the rest.',
  'route.detour': '{rail} would only be a detour: {route} does without it and is no worse.',
  'route.outranked': '{rail} could serve too, but {count} better routes are shown already.',
  'route.scheme_max': 'The scheme {scheme} moves nothing above {max}, whatever the rail.',
  'fx.not_converted': '{rail} does not turn {asset} into {otherAsset}.',
  'fx.quote_wanted': '{rail} has not been asked for its rate yet.',
  'fx.quote_unavailable': '{rail} gave no rate from {asset} to {otherAsset}.',
  'fx.quote_unusable': '{rail} quoted something else than it was asked for.',
  'fx.rate_unknown':
    '{rail} quotes no rates, and its spread over the mid-market rate from {asset} to {otherAsset} is not known.',
  'fx.nothing_left': 'At the rate of {rail} nothing sensible is left of the amount.',
  'fx.lock_too_short':
    '{rail} holds its rate until {lockedUntil}, but the money may be there only by {arrival}.',

  'fix.connect_rail': 'Enable this on the connection to {rail}, or connect the rail anew.',
  'fix.link_account': 'Link the account through {rail} first.',
  'fix.change_amount': 'Use an amount that the connection moves: {moves}.',
  'fix.narrow_band': 'Narrow the band to what the connection moves: {moves}.',
  'fix.admit_custody': 'Admit the custody {custody} in the policy.',
  'fix.change_rule': 'Change the policy rule {rule}.',
  'fix.wait': 'Wait until {rail} has recovered; what failed is forgotten with time.',

  'fix.connect_counterpart': 'Connect a rail for the part of the way that is missing.',
  'fix.connect_first': 'Connect a rail that pays from accounts of the scheme {scheme}.',
  'fix.ask_again': 'Ask again later; {rail} may have a rate then.',
  'fix.larger_amount': 'Ask for a larger amount.',
  'fix.use_asset': 'Ask for an amount in one of {assets}.',

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

  'route.cheapest': '{route} costs least: {cost}, fees and exchange included.',
  'route.fastest': '{route} is there first: half of the time by {arrival}.',
  'route.recommended':
    '{route} has the lowest expected cost, {expected}: fees, exchange, risk of failure and waiting together.',
  'route.only': '{route} is the only way.',
  'route.price_unknown':
    'No price is known that could be compared, so {route} stands first by what else is known.',
  'route.rail_asked': 'The request prefers the rail {rail}, and {route} is the best of its routes.',
  'route.preferred': 'The policy rule {rule} prefers {route}.',
  'route.degraded':
    'No route keeps to the reliability floor of {floor}; {route} comes nearest, with {success}.',
  'route.rate_indicative':
    '{route} stands first, at the mid-market rate less the listed spread; nobody holds that rate.',
  'route.lost_dearer': '{route} costs {cost}, fees and exchange included, and {chosen} {chosenCost}.',
  'route.lost_slower': '{route} is there by {arrival} half of the time, and {chosen} by {chosenArrival}.',
  'route.lost_expected': '{route} has an expected cost of {expected}, and {chosen} of {chosenExpected}.',
  'route.lost_less_reliable': '{route} succeeds in {success} of cases, and {chosen} in {chosenSuccess}.',
  'route.lost_price_unknown':
    'The price of {route} is not known or cannot be compared, and routes with a known price come first.',
  'route.lost_order': '{route} is as good as {chosen}, and comes after it in the order of rails.',
  'route.lost_rail_asked': 'The request prefers another rail, which {chosen} goes over and {route} does not.',
  'route.lost_not_preferred': 'The policy rule {rule} prefers {chosen} to {route}.',
  'route.lost_rate_indicative':
    '{route} comes after {chosen}. Its rate is the mid-market rate less the listed spread; nobody holds it.',

  'return.none_needed': 'There is one leg: if it is refused, the money has not left the account.',
  'return.to_payer':
    'If a later leg is refused for good, what stands at {holders} goes back to the paying account.',

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
