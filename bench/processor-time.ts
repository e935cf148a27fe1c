/** How much processor time a process has taken so far, where the system says so (Linux), else undefined. */
import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second, whatever its own clock is. */
const TICKS_PER_SECOND = 100;
/** Counted after the name, which stands in brackets and may hold anything. */
const USER_AT = 11;
const SYSTEM_AT = 12;

export function processorSeconds(pid: number): number | undefined {
  try {
    return readProcessorSeconds(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // Not a Linux, or the process is gone.
    return undefined;
  }
}

export function readProcessorSeconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_AT]) + Number(fields[SYSTEM_AT])) / TICKS_PER_SECOND;
}
