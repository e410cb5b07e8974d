// This file imports nothing, because the start of the database needs it before the app is loaded.

// Database connections for requests. A few keep two cores busy. More are needed while transactions wait for locks.
const REQUESTS = { alone: 12, together: 24, least: 4 }
// Database connections for jobs. Their pool is separate, so jobs and requests do not compete for connections.
const BACKGROUND = { alone: 4, together: 8, least: 2 }
// Connections for statements with a short timeout (`Database.bounded`). More would slow each other down.
const BOUNDED = 3
const LISTENING = 1
/** Database connections of the standby process, which replaces a process that dies. */
export const STANDBY_CONNECTIONS = 6

const shareOf = ({ alone, together, least }: typeof REQUESTS, processes: number) =>
  processes === 1 ? alone : Math.max(least, Math.floor(together / processes))

/** Number of database connections of each process. */
export const connectionsPerProcess = (processes: number) => ({
  requests: shareOf(REQUESTS, processes),
  background: shareOf(BACKGROUND, processes),
  bounded: BOUNDED,
})

/** Counts the database connections of all processes, also for LISTEN, the WAL position and the standby. */
export function totalConnections(processes: number, hasReplicas = false): number {
  const { requests, background, bounded } = connectionsPerProcess(processes)
  const each = requests + background + bounded + LISTENING + (hasReplicas ? 1 : 0)
  return processes * each + (processes > 1 ? STANDBY_CONNECTIONS : 0)
}
