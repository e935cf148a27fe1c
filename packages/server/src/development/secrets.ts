/**
 * The secrets of a development data directory: made on its first start, kept ever after. Without them nothing in the
 * database can be read again, so a file that is there is never replaced, whatever is wrong with it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '@switchyard/engine';
import { makeDevelopmentSecret } from '../config/development-secret.ts';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

export interface Secrets {
  readonly masterKey: Buffer;
  readonly pepper: Buffer;
}

/** An error names the file that is damaged or may not be read. */
export function loadDevelopmentSecrets(dataDir: string): Result<Secrets, { readonly path: string }> {
  const path = join(dataDir, 'secrets.json');
  if (existsSync(path)) return readSecrets(path);
  const made = { masterKey: makeDevelopmentSecret(), pepper: makeDevelopmentSecret() };
  writePrivateJson(path, { masterKey: made.masterKey.toString('hex'), pepper: made.pepper.toString('hex') });
  return { ok: true, value: made };
}

function readSecrets(path: string): Result<Secrets, { readonly path: string }> {
  const kept = readPrivateJson(path);
  const masterKey = secretOf(kept?.masterKey);
  const pepper = secretOf(kept?.pepper);
  return masterKey === undefined || pepper === undefined
    ? { ok: false, error: { path } }
    : { ok: true, value: { masterKey, pepper } };
}

function secretOf(text: unknown): Buffer | undefined {
  return typeof text === 'string' && SECRET.test(text) ? Buffer.from(text, 'hex') : undefined;
}

/** Thirty-two bytes: half of a key that was cut short would be another key. */
const SECRET = /^[0-9a-f]{64}$/;
