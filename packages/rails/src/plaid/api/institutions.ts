import { z } from 'zod';
import type { Heard, PlaidApi } from './client.ts';

const institutionSchema = z.object({
  institution_id: z.string().min(1),
  name: z.string().min(1),
  products: z.array(z.string()),
  country_codes: z.array(z.string()),
  routing_numbers: z.array(z.string()),
  oauth: z.boolean(),
  status: z.object({ item_logins: z.object({ status: z.string() }).nullish() }).nullish(),
});
export type PlaidInstitution = z.output<typeof institutionSchema>;

/** Without the optional metadata, whose logos would make a page many times larger than an answer may be. */
export function getInstitutions(
  api: PlaidApi,
  page: { readonly offset: number; readonly count: number; readonly countries: readonly string[] },
): Promise<Heard<{ readonly institutions: readonly PlaidInstitution[]; readonly total: number }>> {
  return api.call({
    purpose: 'institutions.get',
    path: '/institutions/get',
    body: { count: page.count, offset: page.offset, country_codes: page.countries },
    answer: z.object({ institutions: z.array(institutionSchema), total: z.int().nonnegative() }),
  });
}
