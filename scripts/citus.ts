/** `npm run citus`: prints the statements that spread the tables over a Citus cluster, from the schema as it is now. */
import { describeDistribution } from '../packages/server/src/store/distribution.ts';
import { withFreshDatabase } from '../packages/server/src/testing/fresh-schema.ts';

process.stdout.write(await withFreshDatabase(describeDistribution));
