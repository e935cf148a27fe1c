import { z } from 'zod';
import { OPERATIONS } from '../../operation-list.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { ApiKeyId, EnvironmentId, RequestId } from './id.ts';

/** By the first digit of the status; `error` is both classes of refusals. */
export const REQUEST_STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'error'] as const;

const OperationNameOfApi = z.enum(OPERATIONS.map(({ name }) => name));

export const RequestLogParams = z.strictObject({
  environment: EnvironmentId.describe('The environment whose keys made the requests.'),
});

export const RequestLogEntryParams = z.strictObject({
  environment: EnvironmentId.describe('The environment whose key made the request.'),
  id: RequestId.describe('The `Request-Id` of the answer.'),
});

export const RequestLogQuery = z.strictObject({
  after: RequestId.exactOptional().describe('The `next` of the page before; the page begins after it.'),
  operation: OperationNameOfApi.exactOptional().describe('Only calls of this operation.'),
  status: z
    .enum(REQUEST_STATUS_CLASSES)
    .exactOptional()
    .describe('Only answers of this class. `error`: all that were refused or failed, 4xx and 5xx.'),
  key: ApiKeyId.exactOptional().describe('Only requests that came with this key.'),
  from: Timestamp.exactOptional().describe('Only requests that arrived then or later.'),
  to: Timestamp.exactOptional().describe('Only requests that arrived before.'),
  limit: PageSize,
});

export const RequestLogEntry = z
  .strictObject({
    id: RequestId.describe('The `Request-Id` of the answer.'),
    object: z.literal('request_log_entry'),
    key: ApiKeyId.describe('The key it came with.'),
    operation: z.string().describe('The operation that was called.'),
    status: z
      .int()
      .min(100)
      .max(599)
      .describe(
        'The HTTP status of the answer; 499 when the client hung up before it had one, whatever became of what it asked for.',
      ),
    errorCode: z
      .string()
      .optional()
      .describe(
        'Why it was refused: the `code` in the `data` of the error, or that of the error itself where it has none.',
      ),
    durationMs: z
      .number()
      .min(0)
      .describe(
        'From the arrival of the request to the last byte of its answer, in tenths of a millisecond. What took longer than 35 ' +
          'minutes says 2147483.647.',
      ),
    at: Timestamp.describe('When it arrived.'),
  })
  .meta({
    id: 'RequestLogEntry',
    description: 'One request to the API of the service. Nothing that was in it, or in its answer, is kept.',
  });
export type RequestLogEntry = z.output<typeof RequestLogEntry>;

export const RequestLogPage = pageOf(RequestLogEntry, 'RequestLogPage');
