import { z } from 'zod';

/** ISO 8601 with an offset. */
export const Timestamp = z.iso.datetime({ offset: true });
