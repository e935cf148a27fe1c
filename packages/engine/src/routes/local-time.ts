/**
 * Clock time in the few zones that settlement systems keep. The rules are written out, because the zone tables of a platform
 * differ from version to version and every machine must compute the same arrival: the EU and the UK change at 01:00 UTC on
 * the last Sundays of March and October, the US at 02:00 local time on the second Sunday of March and the first of November.
 */

const ZONES = {
  'Europe/London': { standardMinutes: 0, summer: 'eu' },
  'Europe/Berlin': { standardMinutes: 60, summer: 'eu' },
  'Europe/Warsaw': { standardMinutes: 60, summer: 'eu' },
  'Europe/Stockholm': { standardMinutes: 60, summer: 'eu' },
  'America/New_York': { standardMinutes: -300, summer: 'us' },
} as const satisfies Readonly<Record<string, { standardMinutes: number; summer: 'eu' | 'us' }>>;

export type TimeZone = keyof typeof ZONES;
export const TIME_ZONES: readonly TimeZone[] = Object.keys(ZONES) as TimeZone[];

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** A moment on the wall clock: days since 1970-01-01 and milliseconds since midnight. */
export interface LocalTime {
  readonly day: number;
  readonly ms: number;
}

export function toLocal(utcMs: number, zone: TimeZone): LocalTime {
  const localMs = utcMs + offsetMs(utcMs, zone);
  const day = Math.floor(localMs / DAY_MS);
  return { day, ms: localMs - day * DAY_MS };
}

/** For clock times away from the hours at which clocks change. */
export function toUtcMs({ day, ms }: LocalTime, zone: TimeZone): number {
  const localMs = day * DAY_MS + ms;
  return localMs - offsetMs(localMs - ZONES[zone].standardMinutes * MINUTE_MS, zone);
}

function offsetMs(utcMs: number, zone: TimeZone): number {
  const { standardMinutes, summer } = ZONES[zone];
  const standardMs = standardMinutes * MINUTE_MS;
  const date = new Date(utcMs);
  // Clocks change in two months only, and routes ask for many times: in the others the month says it all.
  const month = date.getUTCMonth();
  const last = summer === 'eu' ? OCTOBER : NOVEMBER;
  if (month < MARCH || month > last) return standardMs;
  if (month > MARCH && month < last) return standardMs + HOUR_MS;
  const year = date.getUTCFullYear();
  const { startMs, endMs } = summer === 'eu' ? europeanSummer(year) : americanSummer(year, standardMs);
  return utcMs >= startMs && utcMs < endMs ? standardMs + HOUR_MS : standardMs;
}

const MARCH = 2;
const OCTOBER = 9;
const NOVEMBER = 10;

function europeanSummer(year: number) {
  return {
    startMs: sundayFrom(year, MARCH, 25) + HOUR_MS,
    endMs: sundayFrom(year, OCTOBER, 25) + HOUR_MS,
  };
}

function americanSummer(year: number, standardMs: number) {
  return {
    startMs: sundayFrom(year, MARCH, 8) + 2 * HOUR_MS - standardMs,
    // The clock that shows two is still in summer time.
    endMs: sundayFrom(year, NOVEMBER, 1) + HOUR_MS - standardMs,
  };
}

/** Midnight UTC of the first Sunday on or after a day. */
function sundayFrom(year: number, month: number, date: number): number {
  const fromMs = Date.UTC(year, month, date);
  return fromMs + ((7 - weekdayOf(fromMs / DAY_MS)) % 7) * DAY_MS;
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}
