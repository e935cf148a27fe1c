import { fail } from '../domain/failure.ts';
import { presentEvent } from '../presenters/event.ts';
import { findEvent } from '../store/events.ts';
import type { Handler } from './operation.ts';

export const getEvent: Handler<'events.get'> = {
  kind: 'read',
  async run({ deps, call }, { params }) {
    const event = await findEvent(deps.db, call.environment.id, params.id);
    if (event === undefined) return fail('not_found', 'event.not_found', { param: 'id' });
    return { ok: true, value: presentEvent(event) };
  },
};
