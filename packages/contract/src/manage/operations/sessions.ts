import { owner } from '../examples/operator.ts';
import { caller, session } from '../examples/session.ts';
import { defineManageOperation } from '../operation.ts';
import { Operator, PasswordChange } from '../schemas/operator.ts';
import { Caller, Session, SessionCreate, SignedOut } from '../schemas/session.ts';

const tag = 'Signing in';

export const createSession = defineManageOperation({
  name: 'sessions.create',
  method: 'POST',
  path: '/manage/v1/sessions',
  successStatus: 201,
  role: 'anyone',
  tag,
  summary: 'Sign in',
  description:
    'Signs an operator in by e-mail and password. The session is in the cookie of the answer, which scripts cannot read. ' +
    'A wrong password, an unknown e-mail and a disabled operator all get the same 401.',
  body: SessionCreate,
  output: Session,
  examples: {
    body: { email: 'augusta@payments.example', password: 'a long sentence nobody guesses' },
    response: session,
  },
});

export const endSession = defineManageOperation({
  name: 'sessions.end',
  method: 'POST',
  path: '/manage/v1/sessions/current/end',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Sign out',
  description: 'Ends the session the call came with. A token has no session, and is told so with 409.',
  output: SignedOut,
  examples: { response: { object: 'signed_out' } },
});

export const getMe = defineManageOperation({
  name: 'me.get',
  method: 'GET',
  path: '/manage/v1/me',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Who am I',
  description: 'Who the call comes from, in which organisation, and with which role.',
  output: Caller,
  examples: { response: caller },
});

export const changePassword = defineManageOperation({
  name: 'me.changePassword',
  method: 'POST',
  path: '/manage/v1/me/password',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Change your password',
  description: 'Changes the password of whoever is signed in, and ends all their other sessions.',
  body: PasswordChange,
  output: Operator,
  examples: {
    body: {
      currentPassword: 'a long sentence nobody guesses',
      newPassword: 'another sentence, longer and stranger',
    },
    response: owner,
  },
});
