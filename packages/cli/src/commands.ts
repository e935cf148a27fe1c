/** Every command, by the word that calls it, in the order of the help. */
import { apply } from './commands/apply.ts';
import { bootstrap } from './commands/bootstrap.ts';
import { doctor } from './commands/doctor.ts';
import { exportConfiguration } from './commands/export.ts';
import { migrate } from './commands/migrate.ts';
import { openapi } from './commands/openapi.ts';
import { restored } from './commands/restored.ts';
import { serve } from './commands/serve.ts';
import { worker } from './commands/worker.ts';

export const COMMANDS = {
  serve,
  worker,
  migrate,
  bootstrap,
  restored,
  doctor,
  apply,
  export: exportConfiguration,
  openapi,
};
