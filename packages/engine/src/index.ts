export {
  AMOUNT_DIGITS_MAX,
  AMOUNT_VALUE_PATTERN,
  type Amount,
  type AmountError,
  type AmountOnWire,
  formatAmount,
  parseAmount,
  parseAmountValue,
} from './amount.ts';
export { ASSET_PATTERN, type Asset, type AssetError, parseAsset } from './asset.ts';
export { BANK_FACING_CAPABILITIES, isBankFacing } from './bank-facing.ts';
export { BASIS_POINTS_PER_WHOLE, basisPointsOf, toBasisPoints } from './basis-points.ts';
export {
  type CaipError,
  CHAIN_ASSET_PATTERN,
  type ChainAccount,
  type ChainAsset,
  type ChainId,
  parseChainAccount,
  parseChainAsset,
  parseChainId,
} from './caip.ts';
export { CANONICAL_DEPTH_MAX, canonicalJson } from './canonical-json.ts';
export { compile, type Engine } from './compile.ts';
export { assignedCountries, COUNTRY_PATTERN, isAssignedCountry } from './country.ts';
export { countingParty } from './decide/operation-sides.ts';
export { isBehind, readPace } from './decide/pacing.ts';
export { DECISION_LIFETIME_MS } from './decide/write-decision.ts';
export type * from './decision.ts';
export { FIX_ACTIONS } from './decision.ts';
export { createDecisionWriter, type WriteDecision } from './decision-writer.ts';
export { DIGEST_PATTERN, digestOf } from './digest.ts';
export { ENGINE_VERSION } from './engine-version.ts';
export { invariant } from './invariant.ts';
export { activeCurrencies, isActiveCurrency, minorUnitsOf } from './iso-4217.ts';
export type { JsonObject, JsonValue } from './json-value.ts';
export {
  type Attribution,
  attribute,
  type OutcomeStatus,
  USER_CAUSED_FAILURE_CODES,
} from './learn/attribution.ts';
export {
  type ContractStanding,
  type ContractUse,
  contractStanding,
  contractUse,
  type UsedOperation,
} from './learn/contract-use.ts';
export { type Evidence, type EvidenceChain, estimatePpm, PPM } from './learn/estimate.ts';
export { fadeMicro, HALF_LIFE_MS_MAX } from './learn/fade.ts';
export { type FloorChange, floorChange, recoveryPpm } from './learn/floor.ts';
export {
  LATE_FROM_P99S,
  LATE_FULLY_P99S,
  latePendingMicro,
  withLateMicro,
  withLatePending,
} from './learn/late-pending.ts';
export {
  addLatency,
  EMPTY_LATENCY_SKETCH,
  LATENCY_MS_MAX,
  type LatencySketch,
  quantileMs,
  summariseLatency,
} from './learn/latency-sketch.ts';
export { decodeLatencySketch, encodeLatencySketch } from './learn/latency-sketch-json.ts';
export {
  type CellChain,
  EVIDENCE_OUTCOMES_MAX,
  type Observation,
  type Observed,
  OUTCOME_MICRO,
  observe,
} from './learn/observe-outcome.ts';
export { mulDiv, type Rounding } from './mul-div.ts';
export type * from './policy.ts';
export {
  type PresentedAlternative,
  type PresentedDecision,
  type PresentedExclusion,
  type PresentedFix,
  presentDecision,
} from './present-decision.ts';
export { err, ok, type Result } from './result.ts';
export { checkSums } from './routes/check-sums.ts';
export type { FindRoutes } from './routes/find-routes.ts';
export {
  type PresentedInfeasibleRoute,
  type PresentedRoutes,
  type PresentedRouteTerms,
  presentRoutes,
} from './routes/present-routes.ts';
export { type DigestedTerms, quoteDigest } from './routes/quote-digest.ts';
export { type QuotedTerms, type RouteStanding, recheckRoute } from './routes/recheck-route.ts';
export type * from './routes/route-request.ts';
export type * from './routes/route-terms.ts';
export { INFEASIBLE_PATHS_MAX, LEGS_MAX, QUOTE_LIFETIME_MS, QUOTES_MAX } from './routes/route-terms.ts';
export { SETTLEMENT_CALENDARS } from './routes/settlement-calendars.ts';
export { SETTLEMENT_PROFILES, type SettlementProfile } from './routes/settlement-profiles.ts';
export {
  ENGINE_SENTENCES,
  type EngineExplanation,
  type EngineKey,
  type ExplainedSentence,
  explainKey,
  varsOfKey,
} from './sentences.ts';
export { sha256Hex } from './sha-256.ts';
export type * from './snapshot.ts';
export { CONNECTION_MODES, CONNECTION_STATUSES } from './snapshot.ts';
export { unreachable } from './unreachable.ts';
export * from './vocabulary.ts';
