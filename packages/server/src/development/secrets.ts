/** The secrets of a development data directory: made on its first start, kept ever after. */
import { join } from 'node:path';
import { makeDevelopmentSecret } from '../config/development-secret.ts';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

export interface Secrets {
  readonly masterKey: Buffer;
  readonly pepper: Buffer;
}

export function loadDevelopmentSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  const kept = readPrivateJson(path);
  if (typeof kept?.masterKey === 'string' && typeof kept.pepper === 'string') {
    return { masterKey: Buffer.from(kept.masterKey, 'hex'), pepper: Buffer.from(kept.pepper, 'hex') };
  }
  const made = { masterKey: makeDevelopmentSecret(), pepper: makeDevelopmentSecret() };
  writePrivateJson(path, { masterKey: made.masterKey.toString('hex'), pepper: made.pepper.toString('hex') });
  return made;
}
