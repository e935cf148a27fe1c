/** The service as a program. Whatever has not ended when it has been stopped is not waited for. */
import { readConfig } from './config/config.ts';
import { runService } from './run-service.ts';

process.exit(await runService(readConfig(process.env)));
