/** An operation's example as a command for the terminal. */
import type { BaseOperation } from '@switchyard/contract';
import { jsonText } from './json-text.ts';

/** `secret` names the variable that holds the caller's. */
export function curlCommand(
  { path, method, write, idempotent, examples }: BaseOperation,
  secret: string | undefined,
): string {
  const params = Object.entries(examples.params ?? {});
  const filled = params.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    path as string,
  );
  const query = new URLSearchParams(
    Object.entries(examples.query ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString();
  const lines = [
    `curl ${method === 'POST' && examples.body === undefined ? '-X POST ' : ''}"$BASE_URL${filled}${query === '' ? '' : `?${query}`}"`,
    ...(secret === undefined ? [] : [`-H "Authorization: Bearer $${secret}"`]),
    // A key of its own for every run, or the second example pasted would be a conflict.
    ...(write && idempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(examples.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${jsonText(examples.body).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
}
