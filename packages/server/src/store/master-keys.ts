/** The keys above all others. They never touch the database; each is known there by a short id derived from it. */
import { createHash } from 'node:crypto';
import { invariant } from '@switchyard/engine';
import { KEY_BYTES } from './sealing.ts';

export interface MasterKey {
  readonly id: string;
  readonly key: Buffer;
}

/** The current key wraps; the previous ones only unwrap what an earlier time has left. */
export interface MasterKeys {
  readonly current: MasterKey;
  readonly previous: readonly MasterKey[];
}

export function masterKey(key: Buffer): MasterKey {
  invariant(key.length === KEY_BYTES, 'a master key is 32 bytes long');
  return {
    id: createHash('sha256').update('switchyard master key').update(key).digest('hex').slice(0, 16),
    key,
  };
}

export function findMasterKey(keys: MasterKeys, id: string): MasterKey | undefined {
  return [keys.current, ...keys.previous].find((candidate) => candidate.id === id);
}
