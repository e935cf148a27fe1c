/**
 * A client that sends any bytes at all and reads what comes back, over a connection it keeps as long as it can. It
 * exists because every proper HTTP client refuses to send what a hostile one would.
 */
import { connect, type Socket } from 'node:net';
import { type RawAnswer, readAnswer } from './read-answer.ts';

export interface RawRequest {
  readonly bytes: Buffer;
  /** The answer to a HEAD has no body, whatever its headers say. */
  readonly isHead?: boolean;
  /** Ends our side after the last byte: nothing more will come, although more was announced. */
  readonly halfClose?: boolean;
  /** What is left of the request would be taken for the next one, so there must be no next one here. */
  readonly lastHere?: boolean;
}

/** `silence`: the time was over. `closed`: the connection ended without a whole answer. `malformed`: not HTTP. */
export type RawOutcome =
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  | { readonly kind: 'silence' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'malformed'; readonly detail: string };

export interface RawConnection {
  send(request: RawRequest): Promise<RawOutcome>;
  close(): void;
}

const ANSWER_MS_MAX = 10_000;

export function openRawConnection(baseUrl: string): RawConnection {
  const { hostname, port } = new URL(baseUrl);
  let current: Socket | undefined;

  const socket = (): Socket => {
    if (current === undefined || current.destroyed || !current.writable) {
      current?.destroy();
      // Half open: the server may still answer after we have ended our side.
      current = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
      current.on('error', () => {});
    }
    return current;
  };
  const drop = (): void => {
    current?.destroy();
    current = undefined;
  };

  return {
    async send(request) {
      const outcome = await exchange(socket(), request);
      const reusable = outcome.kind === 'answer' && outcome.answer.keepsAlive && request.lastHere !== true;
      if (!reusable || request.halfClose === true) drop();
      return outcome;
    },
    close: drop,
  };
}

function exchange(socket: Socket, request: RawRequest): Promise<RawOutcome> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    const end = (outcome: RawOutcome): void => {
      clearTimeout(timer);
      socket.off('data', onData).off('end', onEnd).off('close', onEnd);
      resolve(outcome);
    };
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      try {
        const answer = readAnswer(received, request.isHead === true);
        if (answer !== undefined) end({ kind: 'answer', answer });
      } catch (error) {
        end({ kind: 'malformed', detail: String(error) });
      }
    };
    const onEnd = (): void => end({ kind: 'closed' });
    const timer = setTimeout(() => end({ kind: 'silence' }), ANSWER_MS_MAX);
    socket.on('data', onData).on('end', onEnd).on('close', onEnd);
    if (request.halfClose === true) socket.end(request.bytes);
    else socket.write(request.bytes);
  });
}
