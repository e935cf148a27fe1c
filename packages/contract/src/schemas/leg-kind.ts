import { z } from 'zod';

export const LEG_KINDS = ['payment', 'pay-in', 'fx', 'payout', 'on-chain'] as const;

export const LegKind = z.enum(LEG_KINDS);
export type LegKind = z.output<typeof LegKind>;
