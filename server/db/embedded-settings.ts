/** How the embedded database runs; `extra` is for tests (fsync off) and never for real data. */
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
    // Enough for an online base backup, nothing for replication.
    wal_level: 'replica',
    max_wal_senders: '0',
    // Parallel queries need shared memory that containers keep to 64 MB, and both cores are busy anyway.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // Errors reach the log through the caller, without the values of people that PostgreSQL would add.
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

/** A folder in a list of folders: commas, blanks and quotes are part of its name. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}
