import { changesBetween } from '../domain/manage/audit.ts';
import { updateEnvironment as updateStoredEnvironment } from '../store/organisations.ts';
import type { ManageHandler } from './operation.ts';
import { presentEnvironment } from './present-environment.ts';

export const updateEnvironment: ManageHandler<'environments.update'> = {
  kind: 'write',
  async run({ environment, now }, tx, { body }) {
    const { name = environment.name, settings = {} } = body;
    const { returnOrigins = environment.returnOrigins } = settings;
    const updated = { ...environment, name, returnOrigins, updatedAt: now };
    updateStoredEnvironment(tx, updated);
    const summary = changesBetween(
      { name: environment.name, returnOrigins: environment.returnOrigins },
      { name, returnOrigins },
    );
    return {
      ok: true,
      value: { output: presentEnvironment(updated), audit: { subject: environment.id, summary } },
    };
  },
};
