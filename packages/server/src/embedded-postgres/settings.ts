import { PORT } from './names.ts';

/**
 * The server's settings, given on its command line at every start so that they are always those of this version.
 * What was acknowledged is on the disk; what was a parameter is never in the log, because parameters are people's data.
 */
export function serverSettings(socketDirectory: string): Readonly<Record<string, string>> {
  return {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    allow_alter_system: 'off',
    max_connections: '100',

    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',

    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    jit: 'off',
    // Nothing replicates from a database that lives inside one service's process tree.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    min_wal_size: '64MB',
    max_wal_size: '512MB',

    TimeZone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    // An error's text and detail may quote the value that caused it; the client gets them, the log does not. `log` keeps
    // starts, stops, crashes and what is fatal.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_statement: 'none',
    log_min_duration_statement: '-1',
    log_checkpoints: 'off',
    log_lock_waits: 'off',
    log_autovacuum_min_duration: '-1',
  };
}

export function settingArguments(settings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
