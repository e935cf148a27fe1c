/**
 * A request on its way to being sent: an ordinary one at first, then changed by mutations, at last bytes. Everything
 * that is text here is written as Latin-1, a byte for each character, so that any byte can be put anywhere.
 */
import type { RawRequest } from '../../harness/raw-connection.ts';

export type Header = readonly [name: string, value: string];

export interface Draft {
  readonly method: string;
  /** Path and query, as they go on the wire. */
  readonly target: string;
  readonly version: string;
  readonly headers: readonly Header[];
  readonly body: Buffer | undefined;
  readonly frame: Frame;
}

/** How head and body become bytes. `head` has neither the blank line nor a Content-Length. */
export type Frame = (head: string, body: Buffer | undefined) => RawRequest;

export function render(draft: Draft): RawRequest {
  const { method, target, version, headers, body, frame } = draft;
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const request = frame([`${method} ${target} ${version}`, ...lines].join('\r\n'), body);
  return method === 'HEAD' ? { ...request, isHead: true } : request;
}

export const frameByLength: Frame = (head, body) => ({
  bytes: joinParts(body === undefined ? head : `${head}\r\nContent-Length: ${body.length}`, body),
});

export function joinParts(head: string, body: Buffer | undefined): Buffer {
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]);
}

export function withoutHeader(headers: readonly Header[], name: string): readonly Header[] {
  return headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
}
