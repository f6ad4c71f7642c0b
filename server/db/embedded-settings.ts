/**
 * Command-line arguments of the embedded database. `extra` is for tests (fsync off) and never for real data.
 */
export function serverArguments(
  ownName: string,
  socketFolder: string,
  extra: Readonly<Record<string, string>> = {},
): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: quoted(socketFolder),
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '128MB',
    // Enough for an online base backup; no replication.
    wal_level: 'replica',
    max_wal_senders: '0',
    // Parallel queries need more shared memory than the 64 MB of containers, and both cores are busy anyway.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // Errors are logged by the caller, without the personal data that PostgreSQL would add.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '',
    lc_messages: 'C',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...extra,
  }
  return ['-D', ownName, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Quotes a folder for a list of folders: commas, blanks and quotes are part of its name. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}
