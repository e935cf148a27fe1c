import type { Handler } from './operation.ts';

/** The catalogue is the same for everyone; which of its rails are connected is another question. */
export const listRails: Handler<'rails.list'> = {
  kind: 'pure',
  run({ deps }, { query }) {
    const data = deps.rails.filter(
      (rail) =>
        (query.country === undefined || rail.countries.includes(query.country)) &&
        (query.status === undefined || rail.status === query.status),
    );
    return { ok: true, value: { data } };
  },
};
