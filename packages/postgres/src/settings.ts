export const SOCKET_PORT = 5432 // only part of the socket's file name: nothing listens on TCP

const small = {
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
  io_method: 'sync', // reads are short, and I/O workers would use 5 MB even when idle
  random_page_cost: '1.1', // for solid-state disks
  jit: 'off',
  max_parallel_workers_per_gather: '0', // no parallel queries: concurrent requests already use all cores
  max_worker_processes: '4',
  max_logical_replication_workers: '0',
  max_wal_senders: '0', // no streaming replication
  max_slot_wal_keep_size: '4GB', // maximum WAL kept for a running or hung backup
  autovacuum_max_workers: '2',
  max_wal_size: '512MB',
  min_wal_size: '48MB',
  checkpoint_timeout: '15min',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // The app logs failed statements without personal data. The log of PostgreSQL would contain their values.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}

const throwAway = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Returns the arguments of `postgres`: defaults for a small server, overridden by `more`. */
export function settingArguments(socketFolder: string, durable: boolean, more: Record<string, string> = {}): string[] {
  const all = { ...small, ...(durable ? {} : throwAway), ...more, unix_socket_directories: socketFolder }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
