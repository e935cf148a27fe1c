import { API_VERSION } from '@switchyard/engine';
import { sampleEvent } from '../presenters/sample-event.ts';
import { insertEvent } from '../store/events.ts';
import type { ManageHandler } from './operation.ts';
import { refuseLive } from './refuse-live.ts';

export const triggerTestEvent: ManageHandler<'testEvents.trigger'> = {
  kind: 'write',
  async run({ deps, environment, requestId }, tx, { body: { type } }) {
    const refused = refuseLive(environment);
    if (refused !== undefined) return refused;
    const at = new Date(deps.workflows.now());
    const newChars = (count: number) => deps.newId('evt_').slice(-count);
    const { object, previous } = sampleEvent(type, { at, newChars });
    const id = deps.newId('evt_');
    insertEvent(tx, {
      id,
      type,
      objectId: object.id,
      object,
      ...(previous === undefined ? {} : { previous }),
      cause: { requestId, actor: 'operator' },
      apiVersion: API_VERSION,
      createdAt: at,
    });
    const about = object.id;
    return {
      ok: true,
      value: {
        output: { object: 'test_event', event: id, type, about, createdAt: at.toISOString() },
        audit: { subject: id, summary: { type, about } },
      },
    };
  },
};
