/**
 * Which engine decided. It changes with anything that can change a decision for the same snapshot, request, time and
 * id; the golden vectors are then made anew in the same commit.
 */
export const ENGINE_VERSION = '1.1.0';
