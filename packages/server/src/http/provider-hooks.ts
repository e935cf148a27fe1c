/**
 * Where providers call us: one unguessable path for each connection, its body taken as raw bytes, because that is what
 * signatures are over. The answer is 2xx only when the delivery is stored.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type UndefinedErrorCode, undefinedError } from './errors.ts';
import { sendError } from './send-error.ts';

export interface HookDelivery {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export type TakeHook = (
  token: string,
  delivery: HookDelivery,
) => Promise<'taken' | 'forged' | 'unknown_path' | 'retry'>;

const BODY_BYTES_MAX = 1024 * 1024;

export async function serveProviderHooks(app: FastifyInstance, path: string, take: TakeHook): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    scope.post<{ Params: { token: string } }>(
      `${path}/:token`,
      { bodyLimit: BODY_BYTES_MAX },
      async (request, reply) => {
        const verdict = await take(request.params.token, {
          method: request.method,
          path: request.raw.url ?? '',
          headers: headersOf(request),
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        });
        if (verdict === 'taken') return reply.code(200).send({ received: true });
        const [code, headers] = REFUSALS[verdict];
        return sendError(reply, undefinedError(code, request.id, headers));
      },
    );
  });
}

const REFUSALS: Readonly<
  Record<
    'forged' | 'unknown_path' | 'retry',
    readonly [UndefinedErrorCode, { headers?: Record<string, string> }]
  >
> = {
  forged: ['BAD_REQUEST', {}],
  unknown_path: ['NOT_FOUND', {}],
  retry: ['SERVICE_UNAVAILABLE', { headers: { 'Retry-After': '5' } }],
};

function headersOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const entries = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(entries);
}
