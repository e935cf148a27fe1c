import { z } from 'zod';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, PAGE_SIZE_MIN } from '../limits.ts';

/** The server turns a query's digits into a number before this sees it; nothing is coerced here. */
export const PageSize = z
  .int()
  .min(PAGE_SIZE_MIN)
  .max(PAGE_SIZE_MAX)
  .default(PAGE_SIZE_DEFAULT)
  .describe('How many objects to return at most.');

/** A page of a list. `next` is there exactly when there is more, and is the last id of this page. */
export function pageOf<T extends z.ZodType>(item: T, id: string) {
  return z
    .strictObject({
      data: z.array(item),
      hasMore: z.boolean().describe('Whether more objects follow this page.'),
      next: z
        .string()
        .optional()
        .describe('Send as `after` for the next page. Present when `hasMore` is true.'),
    })
    .meta({ id });
}
