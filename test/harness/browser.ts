/**
 * A real Chromium for browser tests: the one SWITCHYARD_TEST_CHROMIUM names, the system's, or the one inside an npm
 * package. That package ships x86-64 Linux only, so elsewhere a system Chromium is needed; without one the browser
 * tests are skipped and say so.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const SYSTEM_CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Nothing a headless browser does on its own account may reach for the network. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const NO_BROWSER =
  'no Chromium here: install one (Debian: apt-get install chromium) or set SWITCHYARD_TEST_CHROMIUM to its path';

export async function launchBrowser(): Promise<Browser | undefined> {
  const found = [process.env.SWITCHYARD_TEST_CHROMIUM ?? '', ...SYSTEM_CHROMIUMS].find((path) =>
    existsSync(path),
  );
  if (found !== undefined) return chromium.launch({ executablePath: found, args: QUIET });
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...packaged.args, ...QUIET],
  });
}
