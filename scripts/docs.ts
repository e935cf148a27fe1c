/**
 * `npm run docs`: writes the reference from the code it is about. With `--check` nothing is written; the exit code is 1
 * when a page on disk is not the one that the code would give.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressTypesPage } from './docs/address-types-page.ts';
import { configurationPage } from './docs/configuration-page.ts';
import { errorsPage } from './docs/errors-page.ts';
import { eventsPage } from './docs/events-page.ts';
import { explanationsPage } from './docs/explanations-page.ts';
import { limitsPage } from './docs/limits-page.ts';
import { managementPage } from './docs/management-page.ts';
import { operationsPage } from './docs/operations-page.ts';
import { isGenerated, renderPage } from './docs/page.ts';
import { railsPage } from './docs/rails-page.ts';
import { statesPage } from './docs/states-page.ts';

const FOLDER = join(import.meta.dirname, '../docs/reference');

const PAGES = [
  operationsPage,
  managementPage,
  errorsPage,
  explanationsPage,
  eventsPage,
  statesPage,
  limitsPage,
  configurationPage,
  addressTypesPage,
  railsPage,
];

const rendered = new Map<string, string>();
for (const page of PAGES) rendered.set(page.file, await renderPage(page));

const present = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
const changed = [...rendered].filter(([file, text]) => !present.includes(file) || read(file) !== text);
const stale = present.filter(
  (file) => file.endsWith('.md') && !rendered.has(file) && isGenerated(read(file)),
);

if (process.argv.includes('--check')) {
  for (const [file] of changed)
    console.error(`docs/reference/${file} is not what the code says; run npm run docs.`);
  for (const file of stale)
    console.error(`docs/reference/${file} is no longer written from anything; run npm run docs.`);
  process.exitCode = changed.length + stale.length === 0 ? 0 : 1;
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, text] of changed) writeFileSync(join(FOLDER, file), text);
  for (const file of stale) rmSync(join(FOLDER, file));
  console.log(`${rendered.size} pages, ${changed.length} changed.`);
}

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}
