import type { ManageHandler } from './operation.ts';
import { presentEnvironment } from './present-environment.ts';

export const getEnvironment: ManageHandler<'environments.get'> = {
  kind: 'read',
  async run({ environment }) {
    return { ok: true, value: presentEnvironment(environment) };
  },
};
