import { presentEvent } from '../presenters/event.ts';
import { presentPage } from '../presenters/page.ts';
import { listEvents } from '../store/events.ts';
import type { Handler } from './operation.ts';

/** Oldest first, in the order in which the changes were committed. */
export const listEventsPage: Handler<'events.list'> = {
  kind: 'read',
  async run({ deps, call }, { query }) {
    return presentPage(await listEvents(deps.db, call.environment.id, query), presentEvent);
  },
};
