import { LEG_KINDS } from '@switchyard/engine';
import { z } from 'zod';

export const LegKind = z.enum(LEG_KINDS);
export type LegKind = z.output<typeof LegKind>;
