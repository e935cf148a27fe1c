/** Every waiting time and size of the embedded database, in one place. */

/** A fast shutdown writes a checkpoint; the start-up contract gives the whole service ten seconds. */
export const FAST_SHUTDOWN_MS = 5_000;
/** An immediate shutdown only has to end processes. */
export const IMMEDIATE_SHUTDOWN_MS = 3_000;
/** After SIGKILL the kernel still has to take the processes and their shared memory away. */
export const KILLED_PROCESSES_MS = 10_000;

/** Replaying the log after a crash may take minutes on a slow disk; killing it then would only start it over. */
export const READY_TIMEOUT_MS = 300_000;
export const READY_POLL_MS = 10;
export const PROGRESS_EVERY_MS = 5_000;
export const CONNECT_TIMEOUT_MS = 10_000;

/** How often the first start is tried before the caller is told that it does not work. */
export const START_ATTEMPTS_MAX = 5;
export const RESTART_DELAY_MIN_MS = 100;
export const RESTART_DELAY_MAX_MS = 5_000;

export const LOG_BYTES_MAX = 5_000_000;
export const LOG_CHECK_MS = 60_000;
/** How much of the log an error message quotes. */
export const LOG_TAIL_BYTES = 2_000;

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, the closing zero included. */
export const SOCKET_PATH_BYTES_MAX = 103;

/** How long a second start waits for the first one to let go of the data directory. */
export const LOCK_WAIT_MS = 10_000;
export const LOCK_POLL_MS = 100;
