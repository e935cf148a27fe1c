/**
 * Writes a configuration as the file that reads back to it. The order is that of the format, what has its default is
 * left out, and what fits on a line stands on one.
 */
import { Document, isCollection, isMap, isScalar, isSeq, type Node, visit } from 'yaml';
import { ROUTING_CONFIG_FORMAT } from './read-routing-config.ts';
import type {
  ConnectionDraft,
  ContractDraft,
  PriceDraft,
  RoutingConfig,
  WebhookConfig,
} from './routing-config.ts';

/** What is to be written; of connections also what was not checked yet, for the reader of the file to judge. */
export interface ConfigToWrite extends Omit<RoutingConfig, 'connections'> {
  readonly connections: readonly ConnectionDraft[];
}

export function formatRoutingConfig({ policy, connections, fx, coverage, webhooks }: ConfigToWrite): string {
  const document = new Document(
    {
      format: BigInt(ROUTING_CONFIG_FORMAT),
      policy: {
        preference: policy.preference,
        valuation: numbersIn(policy.valuation, ['failureCost', 'hourCost']),
        custodyAdmitted: policy.custodyAdmitted,
        ...unlessEmpty('railOrder', policy.railOrder),
        ...unlessEmpty(
          'rules',
          policy.rules.map(({ id, when, then }) => ({
            id,
            ...(Object.keys(when).length === 0 ? {} : { when: numbersIn(when, ['amountMin', 'amountMax']) }),
            then,
          })),
        ),
        reliability: policy.reliability,
        exploration: numbersIn(policy.exploration, ['amountMax']),
      },
      connections: connections.map(connectionInFile),
      ...unlessEmpty(
        'fx',
        fx.map((rate) => numbersIn(rate, ['numerator', 'denominator'])),
      ),
      ...(coverage.restrictions.length === 0 ? {} : { coverage }),
      ...(webhooks === undefined ? {} : { webhooks: webhooks.map(webhookInFile) }),
    },
    { aliasDuplicateObjects: false, compat: 'yaml-1.1' },
  );
  visit(document, {
    Collection: (_, node, path) => void (isLine(node, path) && Object.assign(node, { flow: true })),
  });
  return document.toString({ lineWidth: LINE_CHARS, flowCollectionPadding: true });
}

const LINE_CHARS = 110;

function connectionInFile(connection: ConnectionDraft) {
  const { key, rail, label, mode, status, countries, operations, declaredLatency, credentials } = connection;
  return {
    key,
    rail,
    label,
    mode,
    ...(status === 'ready' ? {} : { status }),
    ...(credentials === undefined ? {} : { credentials }),
    ...unlessEmpty('countries', countries),
    ...unlessEmpty('operations', operations),
    ...unlessEmpty(
      'limits',
      connection.limits.map((limit) => numbersIn(limit, ['min', 'max'])),
    ),
    ...(declaredLatency === undefined ? {} : { declaredLatency }),
    ...unlessEmpty('contracts', connection.contracts.map(contractInFile)),
    ...unlessEmpty('prices', connection.prices.map(priceInFile)),
  };
}

function contractInFile({ key, basis, asset, mode, period, tiers, commitment }: ContractDraft) {
  return {
    key,
    basis,
    asset,
    mode,
    period,
    tiers: tiers.map(({ from, ...rates }) => numbersIn({ from, ...ratesInFile(rates) }, ['from', 'fixed'])),
    ...(commitment === undefined ? {} : { commitment: numbersIn(commitment, ['value']) }),
  };
}

function priceInFile({ when = {}, fee, contract }: PriceDraft) {
  const { asset, fixed, bps, ...bounds } = fee;
  const rates = contract === undefined ? ratesInFile({ fixed, bps }) : besideTiers({ fixed, bps });
  return {
    ...(Object.keys(when).length === 0 ? {} : { when }),
    fee: numbersIn({ asset, ...rates, ...bounds }, ['fixed', 'min', 'max']),
    ...(contract === undefined ? {} : { contract }),
  };
}

function webhookInFile({ url, description, types, status }: WebhookConfig) {
  return {
    url,
    ...(description === '' ? {} : { description }),
    ...(types === undefined ? {} : { types }),
    ...(status === 'enabled' ? {} : { status }),
  };
}

interface Rates {
  readonly fixed?: string | undefined;
  readonly bps?: number | undefined;
}

/** Only what is not nothing; but what is free says so. */
function ratesInFile({ bps, fixed = bps === 0 ? '0' : undefined }: Rates) {
  const isLeft = fixed === undefined || (fixed === '0' && (bps ?? 0) !== 0);
  return { ...(isLeft ? {} : { fixed }), ...((bps ?? 0) === 0 ? {} : { bps }) };
}

/** The tiers say what it costs; what stands beside them is written for the reader to refuse. */
function besideTiers({ fixed = '0', bps = 0 }: Rates) {
  return { ...(fixed === '0' ? {} : { fixed }), ...(bps === 0 ? {} : { bps }) };
}

/** Money is text in memory and a plain number in the file; a bigint is written without quotes or loss. */
function numbersIn(value: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [name, names.includes(name) ? BigInt(content) : content]),
  );
}

function unlessEmpty(name: string, list: readonly unknown[]): Record<string, unknown> {
  return list.length === 0 ? {} : { [name]: list };
}

/** Lists of words, and small groups, but never a connection, a rule or a contract as a whole. */
function isLine(node: unknown, path: readonly unknown[]): boolean {
  if (isSeq(node)) return node.items.every(isScalar);
  if (!isMap(node)) return false;
  const wide = node.items.some(({ value }) => isCollection(value) && !isWordList(value));
  const titled = node.items.some(({ key }) => isScalar(key) && TITLES.includes(String(key.value)));
  return !wide && !titled && path.length > 2;
}

const TITLES: readonly string[] = ['key', 'id', 'preference', 'restrictions'];

function isWordList(node: Node): boolean {
  return isSeq(node) && node.items.every(isScalar);
}
