/**
 * The days on which settlement systems rest besides weekends, where they are. A snapshot carries them, so that everybody
 * computes with the same days; a day that is not listed is a working day, so years after the last one know weekends only.
 *
 * TARGET: the ECB's long-term calendar (ecb.europa.eu, 14 December 2000). US: the Federal Reserve Banks' holidays
 * (frbservices.org); one that falls on a Saturday is not made up for. UK: bank holidays of England and Wales by the standing
 * rules (gov.uk/bank-holidays); one-off holidays are added here when they are announced.
 */
import type { Calendar } from '../snapshot.ts';

type Year = readonly [year: number, monthsAndDays: string];

const TARGET: readonly Year[] = [
  [2026, '01-01 04-03 04-06 05-01 12-25 12-26'],
  [2027, '01-01 03-26 03-29 05-01 12-25 12-26'],
  [2028, '01-01 04-14 04-17 05-01 12-25 12-26'],
  [2029, '01-01 03-30 04-02 05-01 12-25 12-26'],
  [2030, '01-01 04-19 04-22 05-01 12-25 12-26'],
  [2031, '01-01 04-11 04-14 05-01 12-25 12-26'],
];

const UK: readonly Year[] = [
  [2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
  [2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
  [2028, '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
  [2029, '01-01 03-30 04-02 05-07 05-28 08-27 12-25 12-26'],
  [2030, '01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26'],
  [2031, '01-01 04-11 04-14 05-05 05-26 08-25 12-25 12-26'],
];

const US: readonly Year[] = [
  [2026, '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-19 07-05 09-06 10-11 11-11 11-25 12-25'],
  [2028, '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25'],
  [2029, '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25'],
  [2030, '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25'],
  [2031, '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25'],
];

export const SETTLEMENT_CALENDARS: readonly Calendar[] = [
  { id: 'TARGET', closedDays: daysOf(TARGET) },
  { id: 'UK', closedDays: daysOf(UK) },
  { id: 'US', closedDays: daysOf(US) },
];

function daysOf(years: readonly Year[]): readonly string[] {
  return years.flatMap(([year, days]) => days.split(' ').map((day) => `${year}-${day}`));
}
