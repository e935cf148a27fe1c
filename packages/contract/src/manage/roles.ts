import { z } from 'zod';

/** What an operator or a management token may do. Each role may do all that those behind it may. */
export const ROLES = ['owner', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Whose operations each role may call. */
export const ROLES_COVERED: Readonly<Record<Role, readonly Role[]>> = {
  owner: ['owner', 'operator', 'viewer'],
  operator: ['operator', 'viewer'],
  viewer: ['viewer'],
};

export const RoleName = z
  .enum(ROLES)
  .describe(
    '`owner`: all, also who may do what. `operator`: runs the environments. `viewer`: looks, and changes nothing.',
  );
