/** All rules, in the order in which a reader would ask. */
import type { Rule } from './rule.ts';
import { declaredIsImported, exactVersions } from './rules/dependencies.ts';
import { environment } from './rules/environment.ts';
import { expandContract } from './rules/expand-contract.ts';
import { fileLength } from './rules/file-length.ts';
import { fileNames } from './rules/file-names.ts';
import { noAny, noDefaultExport, noEnum, noNonNull, noTsIgnore } from './rules/forbidden-syntax.ts';
import { importCycles } from './rules/import-cycles.ts';
import { links } from './rules/links.ts';
import { machineTraces } from './rules/machine-traces.ts';
import { migrations } from './rules/migrations.ts';
import { packageEdges } from './rules/package-edges.ts';
import { pureCode } from './rules/pure-code.ts';
import { readmes } from './rules/readmes.ts';
import { serverLayers } from './rules/server-layers.ts';
import { sql } from './rules/sql.ts';

export const RULES: readonly Rule[] = [
  packageEdges,
  serverLayers,
  importCycles,
  pureCode,
  environment,
  sql,
  migrations,
  expandContract,
  declaredIsImported,
  exactVersions,
  fileNames,
  fileLength,
  noAny,
  noNonNull,
  noEnum,
  noDefaultExport,
  noTsIgnore,
  machineTraces,
  links,
  readmes,
];
