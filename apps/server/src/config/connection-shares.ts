// This file imports nothing: the database is started with these numbers before the app is loaded.

// A few connections keep two cores busy; more are needed for transactions that wait.
const REQUESTS = { alone: 12, together: 24, least: 4 }
// A separate pool, so that jobs and requests never wait for each other's connections.
const BACKGROUND = { alone: 4, together: 8, least: 2 }
// For statements with a short timeout (`Database.bounded`). More of them at once would slow each other down.
const BOUNDED = 3
const LISTENING = 1
/** Connections of the standby process, for its preparation and for listening. */
export const STANDBY_CONNECTIONS = 6

const shareOf = ({ alone, together, least }: typeof REQUESTS, processes: number) =>
  processes === 1 ? alone : Math.max(least, Math.floor(together / processes))

/** Number of database connections of each process. */
export const connectionShares = (processes: number) => ({
  requests: shareOf(REQUESTS, processes),
  background: shareOf(BACKGROUND, processes),
  bounded: BOUNDED,
})

/** Connections of all processes and the standby process. Some of them only listen, or read the WAL position. */
export function totalConnections(processes: number, hasReplicas = false): number {
  const { requests, background, bounded } = connectionShares(processes)
  const each = requests + background + bounded + LISTENING + (hasReplicas ? 1 : 0)
  return processes * each + (processes > 1 ? STANDBY_CONNECTIONS : 0)
}
