import { formatPayto, parsePayto } from '@switchyard/payto';

/** The IBAN of a payto address; undefined when it is of another kind or wrong. */
export function ibanOf(payto: string): string | undefined {
  const parsed = parsePayto(payto);
  if (!parsed.ok) return undefined;
  const { target } = parsed.address;
  return target.known && target.scheme === 'iban' ? target.iban : undefined;
}

/** Undefined when it is no IBAN: banks also list card and savings accounts under numbers of their own. */
export function paytoOfIban(iban: string): string | undefined {
  const parsed = parsePayto(
    formatPayto({ scheme: 'iban', segments: [iban.replaceAll(' ', '')], options: {} }),
  );
  return parsed.ok ? formatPayto(parsed.address) : undefined;
}
