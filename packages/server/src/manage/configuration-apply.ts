import { fail } from '../domain/failure.ts';
import { describeProblem } from '../routing-config/config-problem.ts';
import { lockConnections } from '../store/connections.ts';
import { lockRouting } from '../store/import-routing.ts';
import { readRouting } from '../store/routing.ts';
import { considerConfiguration } from './consider-configuration.ts';
import type { ManageHandler } from './operation.ts';
import { writeConfiguration } from './write-configuration.ts';
import { writeWebhooks } from './write-webhooks.ts';

/** What was planned is considered anew under the lock, so what is written is exactly what somebody has seen. */
export const applyConfiguration: ManageHandler<'configuration.apply'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { body }) {
    await lockRouting(tx);
    // What is noted about a connection meanwhile has to be there when it is read, and not be overwritten.
    await lockConnections(tx);
    const routing = await readRouting(tx);
    const considered = await considerConfiguration(deps, environment, routing, body, now);
    if (!considered.ok) {
      const [first] = considered.error;
      const problem = first === undefined ? '' : describeProblem(first);
      const vars = { count: String(considered.error.length), problem };
      return fail('invalid_request', 'configuration.invalid', { param: 'text', vars });
    }
    const { digest, changes } = considered.value;
    if (digest !== body.plan) return fail('state_conflict', 'configuration.changed', { param: 'plan' });
    await writeConfiguration(deps, tx, routing, considered.value, now);
    const webhookSecrets = await writeWebhooks(deps, tx, environment, considered.value, now);
    const told = changes.filter(({ action }) => action !== 'keep');
    const summary = {
      changes: told.map(({ action, subject, key, fields }) => ({
        action,
        subject,
        key,
        fields: fields.map(({ path }) => path),
      })),
    };
    return {
      ok: true,
      value: {
        output: { object: 'configuration_applied', changes: told, webhookSecrets },
        audit: { subject: environment.id, summary },
      },
    };
  },
};
