import { presentPage } from '../presenters/page.ts';
import { listOperators } from '../store/operators.ts';
import type { ManageHandler } from './operation.ts';
import { presentOperator } from './present-operator.ts';

export const listOperatorsPage: ManageHandler<'operators.list'> = {
  kind: 'read',
  async run({ deps, caller }, { query }) {
    const { id } = caller.organisation;
    const key = await deps.organisationKeys.of(id);
    return presentPage(await listOperators(deps.db, key, id, query), presentOperator);
  },
};
