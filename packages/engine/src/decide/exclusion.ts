/** How a connection is left out: who, why, and what would help. The code is the key of the explanation. */
import type { Exclusion, Fix } from '../decision.ts';
import { because, type EngineExplanation } from '../sentences.ts';
import type { CompiledConnection } from './compiled-snapshot.ts';

export function exclude(
  { connection }: CompiledConnection,
  explanation: EngineExplanation,
  fix?: Fix,
): Exclusion {
  const base = { rail: connection.rail, connection: connection.id, code: explanation.key, explanation };
  return fix === undefined ? base : { ...base, fix };
}

export function connectFix({ connection, name }: CompiledConnection): Fix {
  return {
    action: 'connect_rail',
    explanation: because('fix.connect_rail', { rail: name }),
    params: { rail: connection.rail, connection: connection.id },
  };
}

export function linkFix({ connection, name }: CompiledConnection): Fix {
  return {
    action: 'link_account',
    explanation: because('fix.link_account', { rail: name }),
    params: { rail: connection.rail },
  };
}

export function custodyFix(custody: string): Fix {
  return {
    action: 'change_policy',
    explanation: because('fix.admit_custody', { custody }),
    params: { custodyAdmitted: custody },
  };
}

export function ruleFix(rule: string): Fix {
  return { action: 'change_policy', explanation: because('fix.change_rule', { rule }), params: { rule } };
}

export function waitFix({ connection, name }: CompiledConnection): Fix {
  return {
    action: 'wait',
    explanation: because('fix.wait', { rail: name }),
    params: { rail: connection.rail },
  };
}
