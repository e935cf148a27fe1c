import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '@switchyard/engine';
import { readInstitutions, type SeedInstitution } from './read-institutions.ts';

const FILE = join(import.meta.dirname, '..', '..', 'seed', 'institutions.json');

/** Banks that are known before any provider's directory is read. The file is ours; a mistake in it is one in the code. */
export function loadKnownInstitutions(): readonly SeedInstitution[] {
  const result = readInstitutions(readFileSync(FILE, 'utf8'));
  invariant(result.ok, 'the known institutions can be read');
  return result.value;
}
