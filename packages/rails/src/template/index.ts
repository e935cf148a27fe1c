/** The adapter: which listing it serves, what it must be given, and the roles it offers. A role is offered by being here. */
import type { RailModule } from '@switchyard/rail-kit';
import { createApi } from './api.ts';
import { type TemplateCredentials, templateCredentials } from './credentials.ts';
import { createPayout } from './payout.ts';

export const templateRail: RailModule<TemplateCredentials> = {
  rails: ['template'],
  credentials: templateCredentials,
  secretKeys: ['api_key'],
  open({ credentials, ports }) {
    const api = createApi(credentials, ports.http);
    return { payout: createPayout(api) };
  },
};
