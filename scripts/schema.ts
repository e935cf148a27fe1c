/** `npm run schema`: writes down what the migrations lead to. A test holds the file against a fresh database. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshSchema } from '../packages/server/src/testing/fresh-schema.ts';

writeFileSync(join(import.meta.dirname, '../packages/server/src/store/schema.sql'), await freshSchema());
