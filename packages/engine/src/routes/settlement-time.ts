/**
 * When money that is sent over a scheme is there. What always holds: nothing arrives before it was sent, a later order never
 * arrives earlier, the slow time is never before the typical one, and a scheme that rests credits nothing on its days of rest.
 */
import { DAY_MS, type LocalTime, toLocal, toUtcMs, weekdayOf } from './local-time.ts';
import {
  type BusinessHours,
  CALENDAR_BY_ASSET,
  CALENDAR_OF_ASSET,
  type SettlementProfile,
} from './settlement-profiles.ts';

/** Days of rest by calendar, as days since 1970-01-01. */
export type RestDays = ReadonlyMap<string, ReadonlySet<number>>;

/** Half of all orders are settled by then. */
export function typicalArrivalMs(
  { hours }: SettlementProfile,
  asset: string,
  startMs: number,
  rest: RestDays,
): number {
  if (hours.kind === 'always') return startMs + hours.typicalSeconds * SECOND_MS;
  const days = restDaysOf(hours, asset, rest);
  const accepted = acceptedAt(hours, startMs, days);
  const latest = closeAfter(hours, accepted.day, hours.slowDays, days);
  if (hours.typicalDays > 0) {
    const day = addBusinessDays(accepted.day, hours.typicalDays, days);
    return earlier(
      hours,
      { day, ms: hours.opensMinute * MINUTE_MS + hours.typicalSeconds * SECOND_MS },
      latest,
    );
  }
  return earlier(hours, workOn(hours, accepted, hours.typicalSeconds * SECOND_MS, days), latest);
}

/** 95 of 100 orders are settled by then. */
export function slowArrivalMs(
  { hours }: SettlementProfile,
  asset: string,
  startMs: number,
  rest: RestDays,
): number {
  if (hours.kind === 'always') return startMs + hours.slowSeconds * SECOND_MS;
  const days = restDaysOf(hours, asset, rest);
  const { day } = acceptedAt(hours, startMs, days);
  return toUtcMs(closeAfter(hours, day, hours.slowDays, days), hours.zone);
}

export function isRestDay(day: number, days: ReadonlySet<number> | undefined): boolean {
  const weekday = weekdayOf(day);
  return weekday === SATURDAY || weekday === SUNDAY || days?.has(day) === true;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const SUNDAY = 0;
const SATURDAY = 6;

/** A calendar that rests for longer says nothing that could be computed with. */
const REST_DAYS_MAX = 31;

type Days = ReadonlySet<number> | undefined;

function restDaysOf({ calendar }: BusinessHours, asset: string, rest: RestDays): Days {
  return rest.get(calendar === CALENDAR_OF_ASSET ? (CALENDAR_BY_ASSET.get(asset) ?? '') : calendar);
}

function acceptedAt(hours: BusinessHours, startMs: number, days: Days): LocalTime {
  const { day, ms } = toLocal(startMs, hours.zone);
  const opensMs = hours.opensMinute * MINUTE_MS;
  if (!isRestDay(day, days) && ms <= hours.cutOffMinute * MINUTE_MS)
    return { day, ms: Math.max(ms, opensMs) };
  return { day: nextBusinessDay(day, days), ms: opensMs };
}

/** Only while the system is open does anything move on. */
function workOn(hours: BusinessHours, from: LocalTime, workMs: number, days: Days): LocalTime {
  const closesMs = hours.closesMinute * MINUTE_MS;
  const endMs = from.ms + workMs;
  if (endMs <= closesMs) return { day: from.day, ms: endMs };
  const nextMs = hours.opensMinute * MINUTE_MS + (endMs - closesMs);
  return { day: nextBusinessDay(from.day, days), ms: Math.min(nextMs, closesMs) };
}

function earlier(hours: BusinessHours, a: LocalTime, b: LocalTime): number {
  return Math.min(toUtcMs(a, hours.zone), toUtcMs(b, hours.zone));
}

function closeAfter(hours: BusinessHours, day: number, count: number, days: Days): LocalTime {
  return { day: addBusinessDays(day, count, days), ms: hours.closesMinute * MINUTE_MS };
}

function addBusinessDays(day: number, count: number, days: Days): number {
  let reached = day;
  for (let step = 0; step < count; step += 1) reached = nextBusinessDay(reached, days);
  return reached;
}

function nextBusinessDay(day: number, days: Days): number {
  let next = day + 1;
  while (isRestDay(next, days) && next - day <= REST_DAYS_MAX) next += 1;
  return next;
}

/** `YYYY-MM-DD` as days since 1970-01-01; `undefined` when nobody can read it. */
export function readDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10))) / DAY_MS;
}
