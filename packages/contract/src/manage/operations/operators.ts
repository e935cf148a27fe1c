import { manageIds } from '../examples/ids.ts';
import { colleague } from '../examples/operator.ts';
import { defineManageOperation } from '../operation.ts';
import {
  Operator,
  OperatorCreate,
  OperatorPage,
  OperatorParams,
  OperatorQuery,
  OperatorUpdate,
  OperatorWithPassword,
} from '../schemas/operator.ts';

const tag = 'Operators';
const params = { id: manageIds.otherOperator };

export const listOperators = defineManageOperation({
  name: 'operators.list',
  method: 'GET',
  path: '/manage/v1/operators',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List operators',
  description: "Your organisation's operators, newest first.",
  query: OperatorQuery,
  output: OperatorPage,
  examples: { query: { limit: 1 }, response: { data: [colleague], hasMore: true, next: colleague.id } },
});

export const createOperator = defineManageOperation({
  name: 'operators.create',
  method: 'POST',
  path: '/manage/v1/operators',
  successStatus: 201,
  role: 'owner',
  tag,
  summary: 'Create an operator',
  description:
    'Makes an operator and a first password, which is in this answer only: hand it over, and have it changed. An e-mail ' +
    'that is taken is 409.',
  body: OperatorCreate,
  output: OperatorWithPassword,
  examples: {
    body: { email: 'charles@payments.example', name: 'Charles Babbage', role: 'operator' },
    response: { ...colleague, password: 'V7tQ-m2Kx-9dRw-LcYp-4hGs' },
  },
});

export const updateOperator = defineManageOperation({
  name: 'operators.update',
  method: 'POST',
  path: '/manage/v1/operators/{id}',
  successStatus: 200,
  role: 'owner',
  tag,
  summary: "Change an operator's role",
  description: 'Holds from the next call on. The last owner stays one: 409.',
  params: OperatorParams,
  body: OperatorUpdate,
  output: Operator,
  examples: { params, body: { role: 'viewer' }, response: { ...colleague, role: 'viewer' } },
});

export const disableOperator = defineManageOperation({
  name: 'operators.disable',
  method: 'POST',
  path: '/manage/v1/operators/{id}/disable',
  successStatus: 200,
  role: 'owner',
  tag,
  summary: 'Disable an operator',
  description:
    'Signs the operator out everywhere, at once, and lets nobody sign in as them. The last owner stays: 409.',
  params: OperatorParams,
  output: Operator,
  examples: { params, response: { ...colleague, status: 'disabled' } },
});

export const enableOperator = defineManageOperation({
  name: 'operators.enable',
  method: 'POST',
  path: '/manage/v1/operators/{id}/enable',
  successStatus: 200,
  role: 'owner',
  tag,
  summary: 'Enable an operator',
  description: 'Lets an operator who was disabled sign in again, with the password they had.',
  params: OperatorParams,
  output: Operator,
  examples: { params, response: colleague },
});

export const resetPassword = defineManageOperation({
  name: 'operators.resetPassword',
  method: 'POST',
  path: '/manage/v1/operators/{id}/reset_password',
  successStatus: 200,
  role: 'owner',
  tag,
  summary: "Reset an operator's password",
  description:
    'Makes a new password for somebody who has lost theirs, and ends all their sessions. It is in this answer only.',
  params: OperatorParams,
  output: OperatorWithPassword,
  examples: { params, response: { ...colleague, password: 'V7tQ-m2Kx-9dRw-LcYp-4hGs' } },
});
