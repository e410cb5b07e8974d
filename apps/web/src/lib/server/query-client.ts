import { onlineManager, QueryClient } from '@tanstack/react-query'
import { CallError, isUnreachableError } from './call.ts'

// Retries calls without a response, unless they timed out. Also retries the errors `unavailable` and `internal`, which
// occur while the server restarts. Other errors are final. While offline, a retry would only delay the error:
// use-online.ts refetches once the network is back.
const shouldRetry = (error: unknown) =>
  error instanceof CallError &&
  (error.code === 'offline'
    ? navigator.onLine && !error.isGivenUp
    : error.code === 'unavailable' || error.code === 'internal')

/** Creates the query cache of one viewer: one per page in the browser, one per request on the server. */
export const createQueryClient = ({ retries = 2 } = {}): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Sends requests even when the browser is offline, because the server may run on the same machine.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        // In the browser, unused lists stay cached for half an hour, so that Back restores the scroll position. On the
        // server no timer is set. A timer would keep the data of each request in memory for that time.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
        retry: (failureCount, error) => failureCount < retries && shouldRetry(error),
      },
    },
  })

function isWithoutNetwork(error: Error): boolean {
  if (!isUnreachableError(error) || navigator.onLine) return false
  // TanStack Query assumes that the browser is online until an event reports otherwise. The page may have started
  // offline.
  onlineManager.setOnline(false)
  return true
}

/** Options of a mutation that waits while the browser is offline. The page must show that the change is waiting. */
export const networkWaitOptions = {
  networkMode: 'offlineFirst',
  retry: (_: number, error: Error) => isWithoutNetwork(error),
  retryDelay: 0,
} as const

/** Options of a paginated list. The server returns the cursor of the next page; null at the end. */
export const cursorPaginationOptions = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ cursor }: { cursor: string | null }) => cursor,
}

/** Returns the query parameters for a page of a list. The first page has no cursor. */
export const cursorParam = (cursor: string | null): { cursor?: string } => (cursor ? { cursor } : {})
