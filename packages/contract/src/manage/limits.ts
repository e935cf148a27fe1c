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
