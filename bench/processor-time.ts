/** How much processor time a process has taken so far, where the system says so (Linux), else undefined. */
import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second, whatever its own clock is. */
const TICKS_PER_SECOND = 100;
/** Counted after the name, which stands in brackets and may hold anything. */
const USER_AT = 11;
const SYSTEM_AT = 12;
/** The same two of the children that have ended. */
const CHILDREN_AT = [13, 14] as const;

export function processorSeconds(pid: number): number | undefined {
  return readFrom(pid, [USER_AT, SYSTEM_AT]);
}

/** With what its children took that have ended; those that live are processes of their own. */
export function processorSecondsWithEnded(pid: number): number | undefined {
  return readFrom(pid, [USER_AT, SYSTEM_AT, ...CHILDREN_AT]);
}

function readFrom(pid: number, places: readonly number[]): number | undefined {
  try {
    return readProcessorSeconds(readFileSync(`/proc/${pid}/stat`, 'utf8'), places);
  } catch {
    // Not a Linux, or the process is gone.
    return undefined;
  }
}

export function readProcessorSeconds(stat: string, places: readonly number[] = [USER_AT, SYSTEM_AT]): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return places.reduce((sum, place) => sum + Number(fields[place]), 0) / TICKS_PER_SECOND;
}
