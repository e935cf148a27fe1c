import { z } from 'zod';
import { stringMap } from '../string-map.ts';

/** What the user brought back from the provider. Bounded by the body limit alone: providers' tokens are long. */
export const ProviderReturn = z.strictObject({
  returnParams: stringMap()
    .exactOptional()
    .describe('The query parameters that the return URI received, verbatim.'),
  sdkResult: stringMap()
    .exactOptional()
    .describe("For `sdk` actions: what the provider's SDK handed back, for example a public token."),
});
