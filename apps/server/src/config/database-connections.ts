// This file has no imports, because the database starts before the app is loaded, and its start needs these numbers.

// Database connections for requests. `alone`: number for a single process. `together`: total of several processes.
// `least`: minimum per process. A few suffice for two cores. More are needed when transactions wait for locks.
const REQUESTS = { alone: 12, together: 24, least: 4 }
// Database connections for jobs. Their pool is separate, so jobs and requests do not compete for connections.
const BACKGROUND = { alone: 4, together: 8, least: 2 }
// Connections for statements with a short timeout (`Database.bounded`). The number is small, because many of these
// statements at a time would slow each other down.
const BOUNDED = 3
const LISTENING = 1
/** Database connections of the standby process, which takes over when another process crashes. */
export const STANDBY_CONNECTIONS = 6

const computeShare = ({ alone, together, least }: typeof REQUESTS, processes: number) =>
  processes === 1 ? alone : Math.max(least, Math.floor(together / processes))

/** Number of database connections of each process. */
export const computeConnectionsPerProcess = (processes: number) => ({
  requests: computeShare(REQUESTS, processes),
  background: computeShare(BACKGROUND, processes),
  bounded: BOUNDED,
})

/**
 * Total number of database connections. The total includes LISTEN, queries of the WAL position and the standby process.
 */
export function computeTotalConnections(processes: number, hasReplicas = false): number {
  const { requests, background, bounded } = computeConnectionsPerProcess(processes)
  const perProcess = requests + background + bounded + LISTENING + (hasReplicas ? 1 : 0)
  return processes * perProcess + (processes > 1 ? STANDBY_CONNECTIONS : 0)
}
