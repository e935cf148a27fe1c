/** The service as a process: start, say so, and stop in good order when asked to. Answers the process's exit code. */
import type { ConfigResult } from './config/config.ts';
import { banner } from './development/banner.ts';
import { onParentGone } from './embedded-postgres/parent-pipe.ts';
import { CannotStart } from './open-store.ts';
import { type Service, startService } from './service.ts';

/** Past this, whatever still hangs is left behind: the start-up contract promises ten seconds. */
const STOP_MS_MAX = 9_000;

export async function runService(configured: ConfigResult): Promise<number> {
  if (!configured.ok) {
    for (const problem of configured.problems) console.error(problem);
    return 1;
  }
  const { config } = configured;
  const ended = Promise.withResolvers<number>();
  let service: Service | undefined;
  let stopping = false;

  async function stop(reason: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    console.error(`\nStopping (${reason}) …`);
    setTimeout(() => ended.resolve(1), STOP_MS_MAX).unref();
    try {
      await service?.stop();
      ended.resolve(0);
    } catch (error) {
      console.error(error);
      ended.resolve(1);
    }
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  if (config.launcherFd !== undefined)
    onParentGone(config.launcherFd, () => void stop('the launcher is gone'));

  try {
    service = await startService(config, { onProgress: (message) => console.error(message) });
    console.log(`Switchyard is ready at ${service.baseUrl}`);
    if (service.keys !== undefined) {
      console.log(
        banner({
          ...service,
          testKey: service.keys.test,
          metricsUrl: service.metricsUrl,
          logFile: config.log.file,
        }),
      );
    }
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error);
    ended.resolve(1);
  }
  return ended.promise;
}
