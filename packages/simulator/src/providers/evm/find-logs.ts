import type { Chain } from './chain.ts';
import { presentLogs } from './present.ts';
import { isRecord, readAddress, readBlock, readHex } from './rpc-params.ts';

export interface LogFilter {
  readonly from: number;
  readonly to: number;
  /** Empty for any. */
  readonly addresses: readonly string[];
  /** By place; each an alternative of topics, or undefined for any. */
  readonly topics: readonly (readonly string[] | undefined)[];
}

export function readLogFilter(chain: Chain, value: unknown): LogFilter | undefined {
  if (!isRecord(value)) return undefined;
  const range = readRange(chain, value);
  const addresses = listOf(value.address).map(readAddress);
  const topics = (Array.isArray(value.topics) ? value.topics : []).map((topic: unknown) =>
    topic === null ? undefined : listOf(topic).map((one) => readHex(one, 32) ?? ''),
  );
  if (range === undefined || addresses.includes(undefined) || topics.some((some) => some?.includes(''))) {
    return undefined;
  }
  return { ...range, addresses: addresses.filter((address) => address !== undefined), topics };
}

export function findLogs(chain: Chain, filter: LogFilter) {
  return chain.blocks
    .slice(filter.from, filter.to + 1)
    .flatMap(presentLogs)
    .filter(({ address }) => filter.addresses.length === 0 || filter.addresses.includes(address))
    .filter(({ topics }) =>
      filter.topics.every(
        (wanted, place) => wanted === undefined || wanted.includes(topics[place] ?? 'none'),
      ),
    );
}

function readRange(chain: Chain, value: Readonly<Record<string, unknown>>) {
  if (value.blockHash !== undefined) {
    const number = chain.blocks.findIndex(({ hash }) => hash === value.blockHash);
    return number < 0 ? undefined : { from: number, to: number };
  }
  const from = readBlock(chain, value.fromBlock);
  const to = readBlock(chain, value.toBlock);
  if (from === 'invalid' || to === 'invalid') return undefined;
  const end = chain.blocks.length;
  return {
    from: from === undefined ? end : Number(from.block.header.number),
    to: to === undefined ? end : Number(to.block.header.number),
  };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
