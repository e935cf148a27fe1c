import { insertEnvironment } from '../store/organisations.ts';
import type { ManageHandler } from './operation.ts';
import { presentEnvironment } from './present-environment.ts';

/** Written in the environment that is to be, so that all of it is there from the first moment or none of it. */
export const createEnvironment: ManageHandler<'environments.create'> = {
  kind: 'planned',
  async plan({ deps, caller, now }, { body }) {
    const environment = {
      id: deps.newId('env_'),
      organisationId: caller.organisation.id,
      mode: body.mode,
      name: body.name,
      createdAt: now,
    };
    return {
      ok: true,
      value: {
        environmentId: environment.id,
        async write(tx) {
          insertEnvironment(tx, deps.masterKeys, environment);
          return {
            ok: true,
            value: {
              output: presentEnvironment({ ...environment, returnOrigins: [], updatedAt: now }),
              audit: { subject: environment.id, summary: { mode: body.mode, name: body.name } },
            },
          };
        },
      },
    };
  },
};
