// The port is only part of the socket's file name, because PostgreSQL does not listen on TCP.
export const SOCKET_PORT = 5432

const defaultSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(SOCKET_PORT),
  max_connections: '40',
  superuser_reserved_connections: '2',
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  huge_pages: 'off',
  io_method: 'sync', // Reads are short, and I/O workers would use 5 MB of memory even when idle.
  random_page_cost: '1.1', // For solid-state disks.
  jit: 'off',
  max_parallel_workers_per_gather: '0', // Disables parallel queries, because concurrent requests already use all cores.
  max_worker_processes: '4',
  max_logical_replication_workers: '0',
  max_wal_senders: '0', // Disables streaming replication.
  max_slot_wal_keep_size: '4GB', // Maximum WAL that PostgreSQL keeps for a running or hung backup.
  autovacuum_max_workers: '2',
  max_wal_size: '512MB',
  min_wal_size: '48MB',
  checkpoint_timeout: '15min',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // Does not log failed statements, because PostgreSQL's log would contain their values. The app logs them without
  // personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}

const unsafeSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Returns the command-line arguments of `postgres`. The values of `more` override the defaults, which suit a small
 * server.
 */
export function buildSettingArguments(
  socketFolder: string,
  durable: boolean,
  more: Record<string, string> = {},
): string[] {
  const all = { ...defaultSettings, ...(durable ? {} : unsafeSettings), ...more, unix_socket_directories: socketFolder }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
