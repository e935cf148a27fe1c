import { manageIds } from '../examples/ids.ts';
import { requestLogEntry } from '../examples/request-log-entry.ts';
import { REQUEST_LOG_LOOKED_AT_MAX } from '../limits.ts';
import { defineManageOperation } from '../operation.ts';
import {
  RequestLogEntry,
  RequestLogEntryParams,
  RequestLogPage,
  RequestLogParams,
  RequestLogQuery,
} from '../schemas/request-log.ts';

const tag = 'Request log';

export const listRequestLog = defineManageOperation({
  name: 'requestLog.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/request_log',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List requests',
  description:
    "The requests that came with the environment's keys, newest first, a second or two after they were answered; decisions that " +
    'were made are records by themselves and not among them, and of those refused because a key is over its limit there is the ' +
    'first of each second. A page ' +
    `looks at ${REQUEST_LOG_LOOKED_AT_MAX.toLocaleString('en')} of them at most: where few pass the filters it may have less than was asked for, or ` +
    'nothing, and yet `hasMore` and a `next` to go on from.',
  params: RequestLogParams,
  query: RequestLogQuery,
  output: RequestLogPage,
  examples: {
    params: { environment: manageIds.liveEnvironment },
    query: { status: 'error', limit: 1 },
    response: { data: [requestLogEntry], hasMore: true, next: requestLogEntry.id },
  },
});

export const getRequestLogEntry = defineManageOperation({
  name: 'requestLog.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/request_log/{id}',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Get a request',
  description: 'Returns what is known of one request, by the `Request-Id` of its answer.',
  params: RequestLogEntryParams,
  output: RequestLogEntry,
  examples: {
    params: { environment: manageIds.liveEnvironment, id: manageIds.request },
    response: requestLogEntry,
  },
});
