/** Values that are new in a recording, as ids that pgbench counts: each keeps its prefix and its type. */
import type { VaryingValues } from './pgbench-script.ts';

/** More than one recording has, and than there are clients. */
const IDS_MAX = 100;
const CLIENTS_MAX = 1_000;

const PREFIX = /^[a-z]+_/;

export function varyingIds(values: readonly string[]): VaryingValues {
  if (values.length > IDS_MAX) throw new Error(`${values.length} ids are more than pgbench counts`);
  return new Map(values.map((value, at) => [value, sqlOf(value, `:id${at}`)]));
}

/** One more of each. Clients count side by side, so that numbers grow as ids made by a clock do. */
export function countIds({ size }: VaryingValues): readonly string[] {
  return [
    '\\set made :made + 1',
    `\\set all :base + (:made * ${CLIENTS_MAX} + :client_id) * ${IDS_MAX}`,
    ...Array.from({ length: size }, (_, at) => `\\set id${at} :all + ${at}`),
  ];
}

function sqlOf(value: string, variable: string): string {
  if (value.startsWith('\\x')) return `decode(lpad(${variable}, ${value.length - 2}, '0'), 'hex')`;
  const prefix = PREFIX.exec(value)?.[0];
  return prefix === undefined ? variable : `('${prefix}' || ${variable})`;
}
