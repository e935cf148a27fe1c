import { text } from '../../text.ts';
import { LABEL_LENGTH_MAX } from '../limits.ts';

/** What people tell things apart by. */
export const Label = text({ min: 1, max: LABEL_LENGTH_MAX });
