/** Banks that are known before any provider has told of them, read from a file. Each has the id that its code gives it. */
import type { Result } from '@switchyard/engine';
import { institutionId } from '../domain/institutions/institution-id.ts';
import type { ConfigProblem } from './config-problem.ts';
import { INSTITUTIONS_MAX, WORDS_MAX } from './limits.ts';
import { readYaml } from './read-yaml.ts';
import {
  checked,
  defaulted,
  distinct,
  groupOf,
  listOf,
  mapped,
  optional,
  type Reader,
  required,
  word,
} from './reader.ts';
import { country, label } from './words.ts';

export interface SeedInstitution {
  readonly id: string;
  readonly country: string;
  readonly name: string;
  readonly bic?: string;
  /** Bank codes of the country, as they stand in account numbers. */
  readonly nationalCodes: readonly string[];
}

export function readInstitutions(text: string): Result<readonly SeedInstitution[], readonly ConfigProblem[]> {
  return readYaml(text, INSTITUTIONS);
}

interface InstitutionInFile extends Omit<SeedInstitution, 'id'> {
  /** The name under which a registry has the BIC, for whoever wants to check. */
  readonly registeredAs?: string;
}

const BIC = word('a BIC of 8 or 11 characters', (text) =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text) ? text : undefined,
);
const NATIONAL_CODE = word('a bank code of capital letters and digits', (text) =>
  /^[A-Z0-9]{1,35}$/.test(text) ? text : undefined,
);

const INSTITUTION: Reader<SeedInstitution> = mapped(
  checked(
    groupOf<InstitutionInFile>('an institution', {
      country: required(country),
      name: required(label),
      bic: optional(BIC),
      nationalCodes: defaulted(listOf(NATIONAL_CODE, { max: WORDS_MAX }), []),
      registeredAs: optional(label),
    }),
    ({ country, bic, nationalCodes }, path) => {
      if (bic === undefined) {
        return nationalCodes.length > 0
          ? []
          : [{ path, problem: 'Has neither a BIC nor a national code to be known by.' }];
      }
      return bic.slice(4, 6) === country
        ? []
        : [{ path: [...path, 'bic'], problem: `Is a BIC of ${bic.slice(4, 6)}, not of ${country}.` }];
    },
  ),
  ({ registeredAs: _, ...institution }) => ({
    id: institutionId(institution.country, institution.bic ?? institution.nationalCodes[0] ?? ''),
    ...institution,
  }),
);

const INSTITUTIONS = distinct(listOf(INSTITUTION, { max: INSTITUTIONS_MAX }), ({ id }) => id);
