/**
 * Data goes to stdout and everything else to stderr, so that `switchyard … -o json | jq` works whatever there is to say
 * on the way.
 */
import type { CliContext } from './context.ts';

export type OutputFormat = 'text' | 'json';

export interface OutputFlags {
  readonly output: OutputFormat;
}

/** The flag that every command has, and its short name. */
export const OUTPUT_FLAG = {
  kind: 'enum',
  values: ['text', 'json'],
  default: 'text',
  brief: 'Text for people, or JSON for programs',
} as const;
export const OUTPUT_ALIAS = { o: 'output' } as const;

export function printData(
  context: CliContext,
  { output }: OutputFlags,
  data: unknown,
  toText: () => string,
): void {
  const text = output === 'json' ? JSON.stringify(data, null, 2) : toText();
  if (text !== '') context.process.stdout.write(`${text}\n`);
}

export function say(context: CliContext, message: string): void {
  context.process.stderr.write(`${message}\n`);
}

/** Columns as wide as their widest cell; the last one as it comes. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
