/**
 * Applications and how they prove who they are: a JWT of their own, signed RS256 with the key whose public half was uploaded
 * in the control panel, for which `POST /__dashboard` stands.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { json } from '../../http/replies.ts';
import type { Reply, SimulatedRequest } from '../../http/route.ts';
import type { World } from '../../world/world.ts';
import { fieldsOf, listOf, textOf } from '../xs2a/read-fields.ts';
import { apiError } from './errors.ts';

export interface Application {
  readonly id: string;
  /** In PEM. */
  readonly key: string;
  /** Empty: any, which the real one does not let pass. */
  readonly redirectUrls: readonly string[];
}

export interface Applications {
  register(request: SimulatedRequest): Reply;
  /** The application behind a call, or what it is answered. */
  authenticate(request: SimulatedRequest): Promise<Application | Reply>;
}

const TOKEN_SECONDS_MAX = 86_400;

export function createApplications(world: World): Applications {
  const applications = world.table<Application>('enable-banking/applications', 'fixed');
  return {
    /** `certificate` is one, or a public key, in PEM; `app_id` keeps an id that the client already has. */
    register({ json: body }) {
      const { certificate, app_id, redirect_urls } = fieldsOf(body);
      const key = publicKeyOf(textOf(certificate) ?? '');
      if (key === undefined) return apiError('WRONG_REQUEST_PARAMETERS', 'certificate must be RSA, in PEM');
      const id = textOf(app_id) ?? world.uuid();
      const redirectUrls = listOf(redirect_urls).filter((url) => typeof url === 'string');
      applications.set(id, { id, key: key.export({ type: 'spki', format: 'pem' }).toString(), redirectUrls });
      return json(200, { app_id: id });
    },

    async authenticate({ headers }) {
      const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
      if (token === undefined) return apiError('AUTHORIZATION_NOT_PROVIDED');
      const application = applications.get(keyIdOf(token) ?? '');
      const isGenuine = application !== undefined && (await verifies(token, application.key, world.now()));
      return isGenuine ? application : apiError('UNAUTHORIZED_ACCESS');
    },
  };
}

function publicKeyOf(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

async function verifies(token: string, key: string, nowMs: number): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(token, createPublicKey(key), {
      algorithms: ['RS256'],
      typ: 'JWT',
      issuer: 'enablebanking.com',
      audience: 'api.enablebanking.com',
      requiredClaims: ['iat', 'exp'],
      currentDate: new Date(nowMs),
      clockTolerance: 5,
    });
    return (payload.exp ?? 0) - (payload.iat ?? 0) <= TOKEN_SECONDS_MAX;
  } catch {
    return false;
  }
}
