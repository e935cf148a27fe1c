import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCatalogue, checkListing } from './check-listing.ts';
import type { RailCapability, RailCredential, RailListing } from './rail-listing.ts';

const capability: RailCapability = {
  id: 'banking.pis.vrp-sweeping',
  countries: ['DE', 'GB'],
  status: 'listed',
  source: 'https://docs.rail.example/payments?page=1#vrp',
  checkedAt: '2028-02-29',
  notes: 'One consent, many payments.',
};
const credential: RailCredential = { key: 'client_id', secret: false, description: 'From the console.' };
const sound: RailListing = {
  id: 'sound-rail-2',
  name: 'Sound Rail',
  kind: 'pisp-aggregator',
  status: 'listed',
  summary: 'Pays from bank to bank.',
  website: 'https://rail.example',
  logoUrl: 'https://rail.example/logo.svg',
  roles: ['bank-link', 'payment', 'payment-consent'],
  countries: ['DE', 'FR', 'GB'],
  schemes: ['iban', 'gb-scan', 'x-taler-bank'],
  custody: ['payer-own-account'],
  regulated: 'Sound Rail Ltd.',
  onboarding: { sandbox: 'self-serve', production: 'contract', notes: 'Ask sales.' },
  credentials: [credential, { key: 'client_secret', secret: true, description: 'From the console.' }],
  capabilities: [capability, { id: 'banking.ais.balances', countries: ['FR'], status: 'planned' }],
};

test('a sound listing has no problem, with and without what is optional', () => {
  assert.deepEqual(checkListing(sound), []);
  const { logoUrl, capabilities, onboarding, ...least } = sound;
  const { notes, ...quiet } = onboarding;
  assert.deepEqual(
    checkListing({ ...least, onboarding: quiet, roles: [], countries: [], schemes: [], credentials: [] }),
    [],
  );
});

test('a rail that is integrated or certified may have integrated capabilities', () => {
  for (const status of ['integrated', 'certified']) {
    assert.deepEqual(
      checkListing({ ...sound, status, capabilities: [{ ...capability, status: 'integrated' }] }),
      [],
    );
  }
});

test('an integrated rail has the roles of its adapter, and may list what only the provider can do', () => {
  const ours = { ...sound, status: 'integrated', roles: ['bank-link', 'payment'] };
  assert.deepEqual(checkListing({ ...ours, capabilities: [{ ...capability, status: 'listed' }] }), []);
  const [problem] = checkListing({ ...ours, capabilities: [{ ...capability, status: 'integrated' }] });
  assert.match(problem?.message ?? '', /role payment-consent/);
});

test('every required field is missed', () => {
  const optional = ['logoUrl', 'capabilities'];
  for (const field of Object.keys(sound).filter((key) => !optional.includes(key))) {
    const without = Object.fromEntries(Object.entries(sound).filter(([key]) => key !== field));
    assert.deepEqual(checkListing(without), [{ path: field, message: 'is missing' }]);
  }
  assert.deepEqual(
    checkListing({ ...sound, onboarding: {}, credentials: [{}], capabilities: [{}] }).map(({ path }) => path),
    [
      'onboarding.sandbox',
      'onboarding.production',
      'credentials[0].key',
      'credentials[0].secret',
      'credentials[0].description',
      'capabilities[0].id',
      'capabilities[0].countries',
      'capabilities[0].status',
    ],
  );
});

function withCapability(change: object): object {
  return { ...sound, capabilities: [{ ...capability, ...change }] };
}

function withCredential(change: object): object {
  return { ...sound, credentials: [{ ...credential, ...change }] };
}

/** What was planted, the listing with it, and where the checker must point. */
const planted: readonly (readonly [string, unknown, string, RegExp])[] = [
  ['something that is no object', 'sound-rail', '', /an object/],
  ['a list for an object', [], '', /an object/],
  ['an unknown field', { ...sound, colour: 'red' }, 'colour', /not a field/],
  ['an unknown field of a capability', withCapability({ fee: 1 }), 'capabilities[0].fee', /not a field/],
  ['an id in camel case', { ...sound, id: 'soundRail' }, 'id', /kebab-case/],
  ['an id with an empty word', { ...sound, id: 'sound--rail' }, 'id', /kebab-case/],
  ['an empty name', { ...sound, name: '' }, 'name', /not empty/],
  ['a summary of white space', { ...sound, summary: '  ' }, 'summary', /not empty/],
  ['a number for a text', { ...sound, regulated: 1 }, 'regulated', /not empty/],
  ['an unknown kind', { ...sound, kind: 'bank' }, 'kind', /one of pisp-aggregator/],
  ['an unknown status', { ...sound, status: 'live' }, 'status', /one of listed/],
  ['an unknown role', { ...sound, roles: [...sound.roles, 'pay'] }, 'roles[3]', /one of bank-link/],
  ['an unknown custody', { ...sound, custody: ['ours'] }, 'custody[0]', /one of none/],
  ['no custody', { ...sound, custody: [] }, 'custody', /at least 1/],
  ['an http website', { ...sound, website: 'http://rail.example' }, 'website', /https/],
  ['a website that is no URI', { ...sound, website: 'https://' }, 'website', /https/],
  ['a website with a password', { ...sound, website: 'https://a:b@rail.example' }, 'website', /https/],
  ['a website with white space', { ...sound, website: 'https://rail.example/a b' }, 'website', /https/],
  ['a logo from a file', { ...sound, logoUrl: 'file:///logo.svg' }, 'logoUrl', /https/],
  ['a country in lower case', { ...sound, countries: ['DE', 'FR', 'GB', 'us'] }, 'countries[3]', /3166/],
  [
    'a country that is not assigned',
    { ...sound, countries: ['DE', 'FR', 'GB', 'UK'] },
    'countries[3]',
    /3166/,
  ],
  ['a country twice', { ...sound, countries: ['DE', 'FR', 'GB', 'GB'] }, 'countries[3]', /twice/],
  ['countries out of order', { ...sound, countries: ['GB', 'FR', 'DE'] }, 'countries', /alphabetical/],
  ['countries that are no list', { ...sound, countries: 'GB' }, 'countries', /a list/],
  ['a scheme with an underscore', { ...sound, schemes: ['gb_scan'] }, 'schemes[0]', /payto type/],
  ['a scheme that begins with a digit', { ...sound, schemes: ['3iban'] }, 'schemes[0]', /payto type/],
  ['a scheme in capitals', { ...sound, schemes: ['IBAN'] }, 'schemes[0]', /payto type/],
  ['no scheme on a rail that pays', { ...sound, schemes: [] }, 'schemes', /moves money/],
  [
    'an unknown sandbox',
    { ...sound, onboarding: { ...sound.onboarding, sandbox: 'contract' } },
    'onboarding.sandbox',
    /self-serve/,
  ],
  [
    'an unknown production',
    { ...sound, onboarding: { ...sound.onboarding, production: 'none' } },
    'onboarding.production',
    /contract/,
  ],
  [
    'a credential key in kebab case',
    withCredential({ key: 'client-id' }),
    'credentials[0].key',
    /snake_case/,
  ],
  [
    'a credential whose secrecy is a word',
    withCredential({ secret: 'yes' }),
    'credentials[0].secret',
    /true or false/,
  ],
  [
    'a credential key twice',
    { ...sound, credentials: [credential, { ...credential, secret: true }] },
    'credentials[1].key',
    /repeats client_id/,
  ],
  ['an unknown capability', withCapability({ id: 'banking.loans' }), 'capabilities[0].id', /one of banking/],
  [
    'a capability twice',
    { ...sound, capabilities: [capability, { ...capability, notes: 'Again.' }] },
    'capabilities[1].id',
    /repeats banking/,
  ],
  [
    'a capability without a country',
    withCapability({ countries: [] }),
    'capabilities[0].countries',
    /at least 1/,
  ],
  [
    'a capability where the rail is not',
    withCapability({ countries: ['GB', 'US'] }),
    'capabilities[0].countries',
    /US, which the rail/,
  ],
  [
    'capability countries out of order',
    withCapability({ countries: ['GB', 'DE'] }),
    'capabilities[0].countries',
    /alphabetical/,
  ],
  [
    'a capability without its role',
    { ...sound, roles: ['bank-link', 'payment'] },
    'capabilities[0].id',
    /role payment-consent/,
  ],
  [
    'an unknown capability status',
    withCapability({ status: 'certified' }),
    'capabilities[0].status',
    /one of integrated/,
  ],
  [
    'an integrated capability on a listed rail',
    withCapability({ status: 'integrated' }),
    'capabilities[0].status',
    /before the rail/,
  ],
  ['an http source', withCapability({ source: 'http://rail.example' }), 'capabilities[0].source', /https/],
  [
    'a date with a time',
    withCapability({ checkedAt: '2026-11-15T00:00:00Z' }),
    'capabilities[0].checkedAt',
    /calendar/,
  ],
  [
    'a date that is not in the calendar',
    withCapability({ checkedAt: '2026-02-29' }),
    'capabilities[0].checkedAt',
    /calendar/,
  ],
  [
    'a month that is not in the calendar',
    withCapability({ checkedAt: '2026-13-01' }),
    'capabilities[0].checkedAt',
    /calendar/,
  ],
  ['an empty note', withCapability({ notes: '' }), 'capabilities[0].notes', /not empty/],
];
for (const [name, listing, path, message] of planted) {
  test(`finds ${name}, and nothing else`, () => {
    const problems = checkListing(listing);
    assert.deepEqual(
      problems.map((problem) => problem.path),
      [path],
    );
    assert.match(problems[0]?.message ?? '', message);
  });
}

test('all mistakes are told at once', () => {
  const paths = checkListing({ ...sound, id: 'A', website: 'x', countries: ['QQ', 'gb'] }).map(
    ({ path }) => path,
  );
  assert.deepEqual(paths, ['id', 'website', 'countries[0]', 'countries[1]']);
});

test('a catalogue says which listing is at fault, and refuses an id for two rails', () => {
  const other = { ...sound, id: 'other-rail' };
  assert.deepEqual(checkCatalogue([sound, other]), []);
  assert.deepEqual(
    checkCatalogue([sound, { ...other, name: '' }]).map(({ path }) => path),
    ['[1].name'],
  );
  assert.deepEqual(checkCatalogue([sound, other, { ...other, name: 'Third' }]), [
    { path: '[2].id', message: 'repeats other-rail, which stands before it' },
  ]);
});
