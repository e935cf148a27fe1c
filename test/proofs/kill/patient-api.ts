import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../harness/api.ts';

const TRIES_MAX = 20;
const PAUSE_MS = 250;

/** Asks again while the service says that it cannot answer just now, as `Retry-After` tells everybody to. */
export function patient(api: Api): Api {
  return async (path, request) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await api(path, request);
      if (answer.status !== 503 || tries === TRIES_MAX) return answer;
      await sleep(PAUSE_MS);
    }
  };
}
