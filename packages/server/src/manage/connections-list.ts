import { presentPage } from '../presenters/page.ts';
import { type DatedConnection, listConnections } from '../store/connections.ts';
import type { ManageHandler, Work } from './operation.ts';
import { presentConnections } from './present-connection.ts';

export const listConnectionsPage: ManageHandler<'connections.list'> = {
  kind: 'read',
  async run(work, { query }) {
    const page = await listConnections(work.deps.db, work.environment.id, query);
    const rows = page.ok ? await presented(work, page.rows) : [];
    return presentPage(page.ok ? { ...page, rows } : page, (row) => row);
  },
};

function presented({ deps, environment, now }: Work<'connections.list'>, rows: readonly DatedConnection[]) {
  return deps.db.transaction(environment.id, async (tx) => ({
    commit: false,
    value: await presentConnections(deps, tx, rows, now),
  }));
}
