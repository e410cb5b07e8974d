// Imports nothing: the database is started with it before the app is loaded.

// Two cores are kept busy by far fewer; the rest covers transactions that wait.
const REQUESTS = { alone: 12, together: 24, least: 4 }
// Of their own, so that jobs and requests never wait for each other.
const BACKGROUND = { alone: 4, together: 8, least: 2 }
// For statements that are ended early (`Database.bounded`): more of them at once would only be slower, each.
const BOUNDED = 3
const LISTENING = 1
/** Of a process that stands by until one of several ends: what it has read to be ready, and what it hears. */
export const STANDING_BY = 6

const shareOf = ({ alone, together, least }: typeof REQUESTS, processes: number) =>
  processes === 1 ? alone : Math.max(least, Math.floor(together / processes))

/** How many connections to the database each of these processes has. */
export const connectionShares = (processes: number) => ({
  requests: shareOf(REQUESTS, processes),
  background: shareOf(BACKGROUND, processes),
  bounded: BOUNDED,
})

/**
 * How many connections they have together, with those that only listen or ask where the log is, for replicas, and with
 * one more process that stands by.
 */
export function connectionsOf(processes: number, hasReplicas = false): number {
  const { requests, background, bounded } = connectionShares(processes)
  const each = requests + background + bounded + LISTENING + (hasReplicas ? 1 : 0)
  return processes * each + (processes > 1 ? STANDING_BY : 0)
}
