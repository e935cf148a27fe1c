/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [link]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {string | string[]} [os]
 * @property {string | string[]} [cpu]
 * @property {string | string[]} [libc]
 *
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 * @typedef {{ os: string, cpu: string, libc: () => string | undefined }} Platform
 */

/**
 * Which packages of the lockfile this platform needs and does not have, by their place in the tree. `installed` is npm's
 * own record of what it put into `node_modules`; npm writes it last, so an interrupted installation has none.
 *
 * @param {Lockfile} wanted
 * @param {Lockfile | undefined} installed
 * @param {Platform} platform
 * @param {boolean} withDev
 * @returns {string[]}
 */
export function missingPackages(wanted, installed, platform, withDev) {
  return Object.entries(wanted.packages)
    .filter(([place, entry]) => place.includes('node_modules/') && (withDev || entry.dev !== true))
    .filter(([place, entry]) => !isSame(entry, installed?.packages[place]))
    .filter(([place, entry]) => isNeeded(entry, installed?.packages[place], platform))
    .map(([place]) => place);
}

/**
 * Whether the installation has packages that only development needs. Somebody wanted them: they are not taken away.
 *
 * @param {Lockfile} wanted
 * @param {Lockfile | undefined} installed
 * @returns {boolean}
 */
export function hasDevPackages(wanted, installed) {
  return Object.keys(installed?.packages ?? {}).some((place) => wanted.packages[place]?.dev === true);
}

/**
 * @param {LockedPackage} wanted
 * @param {LockedPackage | undefined} installed
 */
function isSame(wanted, installed) {
  if (installed === undefined) return false;
  return wanted.link === true ? installed.link === true : installed.version === wanted.version;
}

/**
 * An optional package is needed where it is made for the platform. One that says nothing of platforms may belong to
 * another optional package that is not for this one, so its absence proves nothing; its wrong version does.
 *
 * @param {LockedPackage} entry
 * @param {LockedPackage | undefined} installed
 * @param {Platform} platform
 */
function isNeeded(entry, installed, platform) {
  if (installed !== undefined || (entry.optional !== true && entry.devOptional !== true)) return true;
  if (entry.os === undefined && entry.cpu === undefined) return false;
  return (
    allows(entry.os, platform.os) &&
    allows(entry.cpu, platform.cpu) &&
    (entry.libc === undefined || allows(entry.libc, platform.libc()))
  );
}

/**
 * npm's rule: a name with `!` excludes; if there are names without, one of them must fit.
 *
 * @param {string | string[] | undefined} list
 * @param {string | undefined} value
 */
function allows(list, value) {
  if (list === undefined) return true;
  const names = Array.isArray(list) ? list : [list];
  if (names.includes(`!${value}`)) return false;
  const positive = names.filter((name) => !name.startsWith('!'));
  return (
    positive.length === 0 || (value !== undefined && (positive.includes(value) || positive.includes('any')))
  );
}
