import { json } from '../../http/replies.ts';
import type { Reply, Route } from '../../http/route.ts';
import type { Bank } from '../../world/bank.ts';
import { recordOf, SCHEMES } from './payment-request.ts';
import { withApp } from './payment-routes.ts';
import { problem } from './problems.ts';
import type { State } from './state.ts';

/** The search for banks that take payments. It needs a token and no signature, and answers with all that it finds. */
export function providerRoutes(state: State): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/v3/payments-providers/search',
      kind: 'api',
      handle: (request) => withApp(state, request, () => search(state, recordOf(request.json))),
    },
  ];
}

function search(state: State, body: Readonly<Record<string, unknown>>): Reply {
  const flow = recordOf(recordOf(body.authorization_flow).configuration);
  if (flow.redirect === undefined) {
    const errors = { 'authorization_flow.configuration': ['Required.'] };
    return problem(400, 'The request body was invalid.', { errors });
  }
  const countries = Array.isArray(body.countries) ? body.countries : undefined;
  const found = state.ids.payable.filter(
    ({ country }) => countries === undefined || countries.includes(country),
  );
  return json(200, { items: found.map((bank) => presentProvider(state, bank)) });
}

function presentProvider({ ids, root, world }: State, bank: Bank) {
  const id = ids.idOf(bank);
  return {
    id,
    display_name: bank.name,
    icon_uri: `${root}/assets/${id}-icon.svg`,
    logo_uri: `${root}/assets/${id}.svg`,
    bg_color: '#44689a',
    country_code: bank.country,
    ...(bank.bic === '' ? {} : { swift_code: bank.bic }),
    capabilities: {
      payments: {
        bank_transfer: {
          release_channel: 'general_availability',
          availability: {
            recommended_status: bank.wish === 'unavailable' ? 'unhealthy' : 'healthy',
            updated_at: new Date(world.now()).toISOString(),
          },
          schemes: Object.entries(SCHEMES)
            .filter(([, scheme]) => scheme.currency === bank.currency)
            .map(([schemeId, scheme]) => ({
              id: schemeId,
              requirements: [{ currencies: [scheme.currency], account_identifier_types: [scheme.account] }],
            })),
        },
      },
    },
    bin_ranges: [],
  };
}
