import type { Institution, InstitutionReach } from '../domain/institutions/institution.ts';
import { explain } from '../messages/explain.ts';
import type { Presented } from './presented.ts';

type Listed = Presented<'institutions.list'>['data'][number];

/** Its connections stand in the order in which the policy would take them. */
export function presentInstitution({ id, name, country, logoUrl, reach }: Institution): Listed {
  return {
    id,
    name,
    country,
    ...(logoUrl === undefined ? {} : { logoUrl }),
    providers: reach.map(({ rail, connectionId, roles }, index) => ({
      rail,
      connection: connectionId,
      roles,
      rank: index + 1,
    })),
    restrictions: reach.flatMap(restrictionsOf),
  };
}

function restrictionsOf({ rail, restrictions }: InstitutionReach): Listed['restrictions'] {
  return restrictions.map(({ code, vars }) => ({
    code,
    explanation: explain({ key: `restriction.${code}`, vars: { rail, ...vars } }),
  }));
}
