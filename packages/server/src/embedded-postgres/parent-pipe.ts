import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * Calls back once when the process at the other end of an inherited pipe is gone, however it went: the kernel closes
 * the pipe of a process killed by SIGKILL too. Nothing is ever read from the pipe and it does not keep this process
 * alive. The function returned stops the watch.
 */
export function onParentGone(fd: number, callback: () => void): () => void {
  if (!isPipe(fd)) return () => {};
  const pipe = new Socket({ fd, readable: true, writable: false });
  let watching = true;
  const end = (call: boolean): void => {
    if (!watching) return;
    watching = false;
    pipe.destroy();
    if (call) callback();
  };
  pipe.on('error', () => end(true));
  pipe.on('close', () => end(true));
  pipe.resume();
  pipe.unref();
  return () => end(false);
}

/** The number may have leaked into a process that was not given the pipe: then there is nobody to watch. */
function isPipe(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isSocket() || stat.isFIFO();
  } catch {
    return false;
  }
}
