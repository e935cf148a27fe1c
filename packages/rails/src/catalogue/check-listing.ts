import {
  CAPABILITY_IDS,
  CAPABILITY_STATUSES,
  CUSTODIES,
  isAssignedCountry,
  PRODUCTION_ONBOARDINGS,
  RAIL_KINDS,
  RAIL_ROLES,
  RAIL_STATUSES,
  type RailRole,
  SANDBOX_ONBOARDINGS,
} from '@switchyard/engine';
import { ROLES_BY_CAPABILITY } from './capability-roles.ts';
import { fieldsOf, listOf, oneOf, optional, type Problem, required, text, truth } from './check-shape.ts';
import type { RailCapability, RailCredential, RailListing, RailOnboarding } from './rail-listing.ts';

/**
 * Holds a listing to every rule the API has for a rail, and to a few of the house: sources and websites are https,
 * ids are kebab-case, countries are assigned and in order, and what is said in one place does not contradict
 * another. An empty answer is the proof that the value is a RailListing.
 */
export function checkListing(value: unknown): readonly Problem[] {
  const problems = LISTING(value, '');
  if (problems.length > 0) return problems;
  // The shape has just been proven, field by field.
  const listing = value as RailListing;
  const capabilities = listing.capabilities ?? [];
  return [
    ...repeated(
      'credentials',
      'key',
      listing.credentials.map((credential) => credential.key),
    ),
    ...repeated(
      'capabilities',
      'id',
      capabilities.map((capability) => capability.id),
    ),
    ...checkOrder('countries', listing.countries),
    ...checkReach(listing),
    ...capabilities.flatMap((capability, index) =>
      checkCapability(listing, capability, `capabilities[${index}]`),
    ),
  ];
}

/** Every listing by itself, and that no id stands for two rails. Paths begin with the listing's place. */
export function checkCatalogue(values: readonly unknown[]): readonly Problem[] {
  const each = values.flatMap((value, index) =>
    checkListing(value).map(({ path, message }) => ({ path: `[${index}].${path}`, message })),
  );
  return each.length > 0
    ? each
    : repeated(
        '',
        'id',
        (values as readonly RailListing[]).map(({ id }) => id),
      );
}

const kebabCase = text('in kebab-case', (value) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(value));
const snakeCase = text('in snake_case', (value) => /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(value));
const httpsUri = text('an https URI', isHttpsUri);
const country = text('an assigned ISO 3166-1 alpha-2 code', isAssignedCountry);
const calendarDate = text('a date of the calendar, YYYY-MM-DD', isCalendarDate);
// RFC 8905 begins a type with a letter; names compare without case, so the catalogue writes them in lower case.
const paytoType = text('a payto type name in lower case', (value) => /^[a-z][a-z0-9.-]*$/.test(value));

const ONBOARDING = fieldsOf<RailOnboarding>({
  sandbox: required(oneOf(SANDBOX_ONBOARDINGS)),
  production: required(oneOf(PRODUCTION_ONBOARDINGS)),
  notes: optional(text()),
});

const CREDENTIAL = fieldsOf<RailCredential>({
  key: required(snakeCase),
  secret: required(truth()),
  description: required(text()),
});

const CAPABILITY = fieldsOf<RailCapability>({
  id: required(oneOf(CAPABILITY_IDS)),
  countries: required(listOf(country, 1)),
  status: required(oneOf(CAPABILITY_STATUSES)),
  source: optional(httpsUri),
  checkedAt: optional(calendarDate),
  notes: optional(text()),
});

const LISTING = fieldsOf<RailListing>({
  id: required(kebabCase),
  name: required(text()),
  kind: required(oneOf(RAIL_KINDS)),
  status: required(oneOf(RAIL_STATUSES)),
  summary: required(text()),
  website: required(httpsUri),
  logoUrl: optional(httpsUri),
  roles: required(listOf(oneOf(RAIL_ROLES))),
  countries: required(listOf(country)),
  schemes: required(listOf(paytoType)),
  custody: required(listOf(oneOf(CUSTODIES), 1)),
  regulated: required(text()),
  onboarding: required(ONBOARDING),
  credentials: required(listOf(CREDENTIAL)),
  capabilities: optional(listOf(CAPABILITY)),
});

function isHttpsUri(value: string): boolean {
  // The parser forgives white space and backslashes; a listing must not need forgiveness.
  if (!/^https:\/\/[^\s\\]+$/.test(value)) return false;
  const uri = URL.parse(value);
  if (uri === null) return false;
  return uri.hostname.includes('.') && uri.username === '' && uri.password === '';
}

function isCalendarDate(value: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  // 30 February is read as 2 March: only a date that comes back as it was is one.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function repeated(list: string, field: string, values: readonly string[]): readonly Problem[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) < index
      ? [{ path: `${list}[${index}].${field}`, message: `repeats ${value}, which stands before it` }]
      : [],
  );
}

function checkOrder(path: string, values: readonly string[]): readonly Problem[] {
  const sorted = values.toSorted();
  const inOrder = values.every((value, index) => value === sorted[index]);
  return inOrder ? [] : [{ path, message: 'must be in alphabetical order' }];
}

const MONEY_ROLES = ['payment', 'payout', 'pay-in'] as const;

function checkReach({ roles, schemes }: RailListing): readonly Problem[] {
  const movesMoney = MONEY_ROLES.some((role) => roles.includes(role));
  return movesMoney && schemes.length === 0
    ? [{ path: 'schemes', message: 'must name a scheme, for the rail moves money' }]
    : [];
}

function checkCapability(listing: RailListing, capability: RailCapability, path: string): readonly Problem[] {
  const roles = rolesNeeded(listing, capability).filter((role) => !listing.roles.includes(role));
  const countries = capability.countries.filter((code) => !listing.countries.includes(code));
  const boasts = capability.status === 'integrated' && !isIntegrated(listing);
  return [
    ...checkOrder(`${path}.countries`, capability.countries),
    ...roles.map((role) => ({
      path: `${path}.id`,
      message: `needs the role ${role}, which the rail has not`,
    })),
    ...countries.map((code) => ({
      path: `${path}.countries`,
      message: `has ${code}, which the rail has not`,
    })),
    ...(boasts ? [{ path: `${path}.status`, message: 'must not be integrated before the rail is' }] : []),
  ];
}

/** The roles of a rail that is integrated are our adapter's: what it merely could do at the provider asks for none. */
function rolesNeeded(listing: RailListing, capability: RailCapability): readonly RailRole[] {
  const isTheProvidersOnly = isIntegrated(listing) && capability.status === 'listed';
  return isTheProvidersOnly ? [] : ROLES_BY_CAPABILITY[capability.id];
}

function isIntegrated({ status }: RailListing): boolean {
  return status === 'integrated' || status === 'certified';
}
