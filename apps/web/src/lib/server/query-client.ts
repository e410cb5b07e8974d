import { onlineManager, QueryClient } from '@tanstack/react-query'
import { CallError, isOffline } from './call.ts'

// Retries calls that got no answer, or were made during a restart of the server. Other errors are final. Offline, a
// retry only delays the error: use-online.ts refetches once the network is back.
const worthAnotherTry = (error: unknown) =>
  error instanceof CallError &&
  (error.code === 'offline'
    ? navigator.onLine && !error.isGivenUp
    : error.code === 'unavailable' || error.code === 'internal')

/** Returns the query cache of one viewer: one per page in the browser, one per request on the server. */
export const createQueryClient = ({ retries = 2 } = {}): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Send requests even when the browser is offline: the server may run on the same machine.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        // In the browser, unused lists stay cached for half an hour, so that Back restores the scroll position. On the
        // server no timer is set: it would keep the data of each request in memory for that time.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
        retry: (times, error) => times < retries && worthAnotherTry(error),
      },
    },
  })

function isWithoutNetwork(error: Error): boolean {
  if (!isOffline(error) || navigator.onLine) return false
  // TanStack assumes that the browser is online until an event says otherwise. The page may have started offline.
  onlineManager.setOnline(false)
  return true
}

/** Options of a mutation that waits while offline. The page must show that it is waiting. */
export const waitForNetworkOptions = {
  networkMode: 'offlineFirst',
  retry: (_: number, error: Error) => isWithoutNetwork(error),
  retryDelay: 0,
} as const

/** Options of a paginated list: the server returns the next cursor, null at the end. */
export const cursorPaginationOptions = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ cursor }: { cursor: string | null }) => cursor,
}

/** Returns the query parameters of a page; the first page has no cursor. */
export const cursorParam = (cursor: string | null): { cursor?: string } => (cursor ? { cursor } : {})
