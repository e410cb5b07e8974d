// This file imports nothing, so that the start of the database can use it before the app is loaded.

// Database connections for requests. A few keep two cores busy; more are needed while transactions wait for locks.
const REQUESTS = { alone: 12, together: 24, least: 4 }
// Database connections for jobs, in a separate pool: jobs and requests never wait for each other's connections.
const BACKGROUND = { alone: 4, together: 8, least: 2 }
// For statements with a short timeout (`Database.bounded`). More of them at once would slow each other down.
const BOUNDED = 3
const LISTENING = 1
/** Database connections of the standby process, for its preparation and LISTEN. It takes over when a process dies. */
export const STANDBY_CONNECTIONS = 6

const shareOf = ({ alone, together, least }: typeof REQUESTS, processes: number) =>
  processes === 1 ? alone : Math.max(least, Math.floor(together / processes))

/** Number of database connections of each process. */
export const connectionsPerProcess = (processes: number) => ({
  requests: shareOf(REQUESTS, processes),
  background: shareOf(BACKGROUND, processes),
  bounded: BOUNDED,
})

/** Database connections of all processes and the standby process, also for LISTEN and for the WAL position. */
export function totalConnections(processes: number, hasReplicas = false): number {
  const { requests, background, bounded } = connectionsPerProcess(processes)
  const each = requests + background + bounded + LISTENING + (hasReplicas ? 1 : 0)
  return processes * each + (processes > 1 ? STANDBY_CONNECTIONS : 0)
}
