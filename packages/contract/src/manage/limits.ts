/** Every limit of the management API, by name. Lengths count Unicode code points. */

export const PASSWORD_LENGTH_MIN = 12;
/** A password is hashed with care, so its length is work for us. */
export const PASSWORD_LENGTH_MAX = 256;
export const LABEL_LENGTH_MAX = 80;
export const OPERATOR_NAME_LENGTH_MAX = 140;
export const RETURN_ORIGINS_MAX = 50;
export const RETURN_ORIGIN_LENGTH_MAX = 255;
export const API_KEY_SCOPES_MAX = 50;
export const ALLOWED_ADDRESSES_MAX = 50;
/** How long a key that was rotated may go on beside the new one. */
export const ROTATION_OVERLAP_HOURS_MAX = 168;
export const ROTATION_OVERLAP_HOURS_DEFAULT = 24;
/** How many past decisions a policy is tried on. */
export const DRY_RUN_DECISIONS_MAX = 100_000;
export const DRY_RUN_DECISIONS_DEFAULT = 10_000;

/** A file of configuration; the body of a call has its own limit besides. */
export const CONFIGURATION_LENGTH_MAX = 200_000;
/** References to secrets in one file. */
export const SECRETS_MAX = 500;
export const SECRET_REFERENCE_LENGTH_MAX = 600;
/** A private key in PEM fits. */
export const SECRET_LENGTH_MAX = 16_384;
export const CONNECTION_KEY_LENGTH_MAX = 64;
export const CONNECTION_LABEL_LENGTH_MAX = 140;
export const CONTRACT_KEY_LENGTH_MAX = 64;
/** Credentials of one connection. */
export const CREDENTIALS_MAX = 30;
export const CREDENTIAL_NAME_LENGTH_MAX = 64;
/** How many requests one page of the request log looks at to find those that are asked for. */
export const REQUEST_LOG_LOOKED_AT_MAX = 50_000;
/** What one call for statistics may ask for. */
export const STATISTICS_SPAN_DAYS_MAX = 400;
export const STATISTICS_BUCKETS_MAX = 200;
/** Groups in each hour or day; the rest is told in one. */
export const STATISTICS_GROUPS_MAX = 50;
/** Payments, legs, calls or outcomes that are counted for one answer. */
export const STATISTICS_ITEMS_MAX = 200_000;
export const WEBHOOK_URL_LENGTH_MAX = 2_048;
export const WEBHOOK_DESCRIPTION_LENGTH_MAX = 256;
/** Of what an operator writes about a leg in review. */
export const EVIDENCE_LENGTH_MIN = 10;
export const EVIDENCE_LENGTH_MAX = 2_000;
/** How far the clock of a test environment may be moved ahead, in all: more than the longest consent. */
export const CLOCK_AHEAD_SECONDS_MAX = 366 * 24 * 60 * 60;
/** A simulated fault ends by itself. */
export const FAULT_SECONDS_DEFAULT = 60;
export const FAULT_SECONDS_MAX = 3_600;
export const FAULT_CALLS_MAX = 1_000;
/** A little less than a call to a provider may take. */
export const FAULT_LATENCY_MS_MAX = 20_000;
export const FAULT_LATENCY_MS_DEFAULT = 2_000;
export const FAULT_PATH_LENGTH_MAX = 200;
