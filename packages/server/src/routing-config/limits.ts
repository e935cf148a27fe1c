/** Every limit of the import format, by name. They keep a mistaken or hostile file from costing more than its reading. */

export const CONFIG_CHARS_MAX = 524_288;
export const CONFIG_DEPTH_MAX = 16;
/** More mistakes than this are counted, not told. */
export const PROBLEMS_MAX = 200;

export const CONNECTIONS_MAX = 500;
export const PRICES_PER_CONNECTION_MAX = 200;
export const CONTRACTS_PER_CONNECTION_MAX = 50;
/** Fields of one connection's credentials. */
export const CREDENTIALS_MAX = 30;
export const TIERS_MAX = 50;
export const LIMITS_PER_CONNECTION_MAX = 50;
export const RULES_MAX = 200;
export const FX_RATES_MAX = 1_000;
export const RESTRICTIONS_MAX = 2_000;
export const INSTITUTIONS_MAX = 3_000;
/** Of countries, operations, rails, schemes or assets in one condition. */
export const WORDS_MAX = 300;

export const KEY_CHARS_MAX = 64;
export const LABEL_CHARS_MAX = 140;
export const BASIS_POINTS_MAX = 10_000;
export const PPM_MAX = 1_000_000;
/** Thirty days, the longest latency that an outcome may report. */
export const LATENCY_MS_MAX = 2_592_000_000;
export const PRIOR_STRENGTH_MAX = 10_000;
/** A minute: whoever forgets faster than that has learnt nothing. */
export const HALF_LIFE_MS_MIN = 60_000;
