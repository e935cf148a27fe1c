import { ids } from '../examples/ids.ts';
import { completedLinkSession, linkSession } from '../examples/link-session.ts';
import { defineOperation } from '../operation.ts';
import { LinkSession, LinkSessionCreate, LinkSessionParams } from '../schemas/link-session.ts';
import { ProviderReturn } from '../schemas/provider-return.ts';

const tag = 'Link sessions';

export const createLinkSession = defineOperation({
  name: 'linkSessions.create',
  method: 'POST',
  path: '/v1/link_sessions',
  successStatus: 201,
  tag,
  summary: 'Start linking an account',
  description:
    "Starts linking a customer's bank account through a provider and returns what the user has to do: normally a " +
    'page to visit. The rail is the one your policy ranks first for the bank, unless you force one. Afterwards the ' +
    'user lands on `returnUri`; pass what arrived there to advance the session.',
  body: LinkSessionCreate,
  output: LinkSession,
  examples: {
    body: {
      customer: ids.customer,
      country: 'DE',
      institution: ids.institution,
      returnUri: 'https://shop.example/banks/return',
      psu: { ip: '203.0.113.7', userAgent: 'Mozilla/5.0', psuType: 'personal' },
    },
    response: linkSession,
  },
});

export const advanceLinkSession = defineOperation({
  name: 'linkSessions.advance',
  method: 'POST',
  path: '/v1/link_sessions/{id}/advance',
  successStatus: 200,
  tag,
  summary: 'Advance a link session',
  description:
    'Continues after the user came back. Webhooks and polling bring a session to its end by themselves; this only ' +
    'hastens it. The same parameters again answer with the current state; parameters of another session are refused ' +
    'and do no harm.',
  params: LinkSessionParams,
  body: ProviderReturn,
  output: LinkSession,
  examples: {
    params: { id: ids.linkSession },
    body: { returnParams: { code: 'b7e1f4c09d', state: 'Zk3vQ9xR2m' } },
    response: completedLinkSession,
  },
});

export const getLinkSession = defineOperation({
  name: 'linkSessions.get',
  method: 'GET',
  path: '/v1/link_sessions/{id}',
  successStatus: 200,
  tag,
  summary: 'Get a link session',
  description: 'Returns the session as it stands, with the accounts it linked once it is completed.',
  params: LinkSessionParams,
  output: LinkSession,
  examples: { params: { id: ids.linkSession }, response: completedLinkSession },
});
