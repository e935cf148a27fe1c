import { z } from 'zod';

/** What an operator fills in for a connection. The base URL is among it, so that the simulator and sandboxes can be used. */
export const templateCredentials = z.strictObject({
  api_base_url: z
    .url({ protocol: /^https?$/ })
    .describe('https://api.provider.example, or the address of its sandbox.'),
  api_key: z.string().min(1).describe('Secret key from the provider’s dashboard.'),
});

export type TemplateCredentials = z.infer<typeof templateCredentials>;
