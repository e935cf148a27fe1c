import { SETTINGS } from '../../packages/server/src/config/settings.ts';

/** Every name that a file may set: the settings, and for secrets also the file that holds one. */
export const KNOWN_SETTINGS: ReadonlySet<string> = new Set(
  Object.entries<{ readonly secret?: boolean }>(SETTINGS).flatMap(([name, { secret }]) =>
    secret === true ? [name, `${name}_FILE`] : [name],
  ),
);
