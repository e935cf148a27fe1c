/** How long a session lasts. */
export const SESSION_IDLE_MS_MAX = 60 * 60 * 1000;
export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;
