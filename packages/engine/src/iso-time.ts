/**
 * The only place of the engine that knows a calendar: times inside are whole milliseconds since 1970, times on the wire
 * are ISO 8601. Both directions use nothing of Date but what the language specifies to the bit.
 */

/** The last millisecond that has a four-digit year. */
export const TIME_MS_MAX = 253_402_300_799_999;

/** Any number becomes a time that can be written: what is too early is 1970, what is too late the end of 9999. */
export function clampTimeMs(ms: number): number {
  return ms >= 0 ? Math.min(Math.floor(ms), TIME_MS_MAX) : 0;
}

export function formatTime(ms: number): string {
  return new Date(clampTimeMs(ms)).toISOString();
}

/** The same as `formatTime`, but quicker when many times of one second are written: that second's text is kept. */
export function createTimeWriter(): (ms: number) => string {
  let second = -1;
  let text = '';
  return (ms) => {
    const time = clampTimeMs(ms);
    const milliseconds = time % SECOND_MS;
    if (time - milliseconds !== second) {
      second = time - milliseconds;
      text = formatTime(second).slice(0, -'000Z'.length);
    }
    return `${text}${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z`;
  };
}

/** `undefined` when the text is not a date-time with an offset, as RFC 3339 writes it. */
export function parseTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', offset = 'Z'] = match;
  const utc = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  return utc - offsetMs(offset);
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return (offset.startsWith('-') ? -minutes : minutes) * MINUTE_MS;
}
