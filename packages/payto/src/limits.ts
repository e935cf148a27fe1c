/** The limits of this package, each with its name, so that no number stands alone in the code. */

/** The API's bound on an address, counted in Unicode code points. */
export const PAYTO_CODE_POINTS_MAX = 2048;

/** No registered type comes near it; the addresses of chains, which have been seen in the type's place, are longer. */
export const TYPE_NAME_LENGTH_MAX = 31;

/** RFC 8905 section 5: at most this many digits behind the point, whatever the currency has. */
export const AMOUNT_FRACTION_DIGITS_MAX = 8;

/** RFC 8905 section 5: the digits before the point must stay under this. */
export const AMOUNT_UNIT_LIMIT = 2n ** 53n;

/** Interledger RFC 15. */
export const ILP_ADDRESS_LENGTH_MAX = 1023;

/** RFC 5321: what a mail server must be able to carry. */
export const EMAIL_LENGTH_MAX = 254;
export const EMAIL_LOCAL_LENGTH_MAX = 64;

/** The Pix directory keeps e-mail keys to this length. */
export const PIX_EMAIL_LENGTH_MAX = 77;

/** A UPI address as the network carries it: name, sign and handle together. */
export const UPI_ADDRESS_LENGTH_MAX = 255;

/** The longest Bitcoin address there is (BIP 173); longer input is not worth decoding. */
export const BITCOIN_ADDRESS_LENGTH_MAX = 90;
