const TEST_FILES = [
  'packages/*/src/**/*.test.ts',
  'test/**/*.test.ts',
  'scripts/**/*.test.ts',
  'scripts/**/*.test.mjs',
  'bench/**/*.test.ts',
];

const DEFAULTS = [
  // Its closing lines count what passed and failed, on a terminal and elsewhere.
  '--test-reporter=spec',
  // One more than the processors of a small machine: many tests wait for a lease or a retry.
  '--test-concurrency=3',
  // A test that hangs fails instead of holding everything up.
  '--test-timeout=300000',
  '--disable-warning=ExperimentalWarning',
];

/**
 * What Node is given to run the tests: files named after `npm test --` replace all of them, and flags replace our own.
 *
 * @param {readonly string[]} args
 * @returns {string[]}
 */
export function testArguments(args) {
  const given = new Set(args.filter((arg) => arg.startsWith('-')).map(nameOf));
  const defaults = DEFAULTS.filter((flag) => !given.has(nameOf(flag)));
  const flags = args.filter((arg) => !isFile(arg));
  const files = args.filter(isFile);
  return ['--test', ...defaults, ...flags, ...(files.length > 0 ? files : TEST_FILES)];
}

/** @param {string} flag */
function nameOf(flag) {
  return flag.split('=', 1)[0];
}

/** The value of a flag (`--test-name-pattern foo`) stands alone too, but does not look like a path of ours. */
const isFile = (/** @type {string} */ arg) => !arg.startsWith('-') && /[/*]|\.(ts|mjs)$/.test(arg);
