import { onlineManager, QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

// Asking again helps when nothing was answered or the server was restarting; a refusal stays a refusal. Without a
// network it would only keep the reader waiting: what failed is asked for anew once that is back (use-online.ts).
const worthAnotherTry = (error: unknown) =>
  error instanceof CallError &&
  (error.code === 'offline'
    ? navigator.onLine && !error.isGivenUp
    : error.code === 'unavailable' || error.code === 'internal')

/** The cache of one viewer: one per page in the browser, one per request on the server. */
export const newQueries = ({ retries = 2 } = {}): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // The server may be this very machine, reached without any network: only an answer tells.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        // Lists keep their place for half an hour (stack.md §7). The server's cache ends with its request: a timer
        // would hold each page's answers in memory for as long.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
        retry: (times, error) => times < retries && worthAnotherTry(error),
      },
    },
  })

function isWithoutNetwork(error: Error): boolean {
  if (!(error instanceof CallError && error.code === 'offline') || navigator.onLine) return false
  // Queries take the network for there until an event says otherwise: the page may have begun without one.
  onlineManager.setOnline(false)
  return true
}

/**
 * Options of a mutation that waits without a network, and goes on by itself once that is back: what it changes must
 * say so meanwhile.
 */
export const waitsForNetwork = {
  networkMode: 'offlineFirst',
  retry: (_: number, error: Error) => isWithoutNetwork(error),
  retryDelay: 0,
} as const

/** Options of a list that the server gives page by page: where the next page begins, null once there is none. */
export const paged = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ cursor }: { cursor: string | null }) => cursor,
}

/** The query of a page that begins at a cursor; the first one has none. */
export const pageAt = (cursor: string | null): { cursor?: string } => (cursor ? { cursor } : {})
