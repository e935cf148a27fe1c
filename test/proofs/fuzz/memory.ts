/** Reads from a running service's metrics how much memory its process holds. */
const RESIDENT = /^process_resident_memory_bytes (\S+)$/m;

export async function residentBytes(output: string): Promise<number> {
  const url = /Metrics\s+(http\S+)/.exec(output)?.[1];
  if (url === undefined) throw new Error('The service does not say where its metrics are');
  const text = await (await fetch(url)).text();
  const bytes = Number(RESIDENT.exec(text)?.[1]);
  if (Number.isNaN(bytes)) throw new Error('The metrics do not tell the memory of the process');
  return bytes;
}
