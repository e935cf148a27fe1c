/**
 * Every limit of the contract, by name. Lengths count Unicode code points. The first group is the API
 * document's and never moves; the second is ours, where the document says nothing and a field without an
 * end would be a place to hide megabytes.
 */

export const PAGE_SIZE_MIN = 1;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE_DEFAULT = 25;
export const EXTERNAL_ID_LENGTH_MIN = 1;
export const EXTERNAL_ID_LENGTH_MAX = 128;
export const NAME_LENGTH_MAX = 140;
export const PAYTO_LENGTH_MIN = 9;
export const PAYTO_LENGTH_MAX = 2048;
export const INSTITUTION_SEARCH_LENGTH_MAX = 80;
export const REFERENCE_LENGTH_MAX = 140;
export const METADATA_KEYS_MAX = 20;
export const METADATA_KEY_LENGTH_MAX = 40;
export const METADATA_VALUE_LENGTH_MAX = 500;
export const LATENCY_MS_MAX = 2_592_000_000;
export const PSU_TEXT_LENGTH_MAX = 512;
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

/** RFC 5321 leaves no room for a longer mailbox. */
export const EMAIL_LENGTH_MAX = 254;
export const RETURN_URI_LENGTH_MAX = 2048;
/** Wide enough for any digest someone may mistake for ours: a wrong one is a conflict, not a malformed request. */
export const DIGEST_LENGTH_MAX = 256;
export const ACCOUNT_REF_LENGTH_MAX = 68;
export const ACCOUNT_REF_VISIBLE_MAX = 4;
export const LINKED_RAILS_MAX = 100;
export const EXCLUDED_RAILS_MAX = 100;
/**
 * A name from outside that an error repeats in `param` is never longer than this: no field of this API is, and the
 * addresses of every chain are.
 */
export const PARAM_NAME_LENGTH_MAX = 24;
