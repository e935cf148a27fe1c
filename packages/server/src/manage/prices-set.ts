import { fail } from '../domain/failure.ts';
import { changesBetween } from '../domain/manage/audit.ts';
import { lockConnection } from '../store/connections.ts';
import { lockRouting } from '../store/import-routing.ts';
import { readPricing } from '../store/routing.ts';
import { changeConfigured } from './change-configured.ts';
import type { ManageHandler } from './operation.ts';
import { auditedPrices, presentPriceList } from './present-price-list.ts';

export const setPriceList: ManageHandler<'prices.set'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { params: { id }, body }) {
    await lockRouting(tx);
    const connection = await lockConnection(tx, id);
    if (connection === undefined) return fail('not_found', 'connection.not_found', { param: 'id' });
    const before = auditedPrices(await readPricing(tx), id);
    const { prices, contracts } = body;
    const set = await changeConfigured({ deps, environment, now }, tx, connection.configKey, (current) =>
      current === undefined
        ? fail('not_found', 'connection.not_found', { param: 'id' })
        : { ok: true, value: { ...current, prices, contracts } },
    );
    if (!set.ok) return set;
    const pricing = await readPricing(tx);
    const summary = changesBetween(before, auditedPrices(pricing, id));
    const output = presentPriceList(pricing, connection, now);
    return { ok: true, value: { output, audit: { subject: id, summary } } };
  },
};
