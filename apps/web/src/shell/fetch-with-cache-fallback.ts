import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { isUnavailable } from './navigation/page-errors.ts'

/**
 * Fetches the row that a page shows. If the server is unreachable, returns the cached row, so that Back works offline.
 * Never returns a cached row that the server's last response refused, because the row is deleted or hidden.
 * @throws CallError
 */
export async function fetchWithCacheFallback<Row, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Row, Error, Row, Key>,
): Promise<Row> {
  const { queryKey } = options
  const { data: cached, error } = queries.getQueryState<Row>(queryKey) ?? {}
  const isRefused = error instanceof Error && !isUnavailable(error)
  // A query that is still on screen is not removed; it remains cached until the user leaves its page.
  if (isRefused) queries.removeQueries({ queryKey, exact: true, type: 'inactive' })
  if (cached === undefined || isRefused) return queries.fetchQuery(options)
  return queries.fetchQuery({ ...options, retry: false }).catch((failed: unknown) => {
    if (isUnavailable(failed)) return cached
    throw failed
  })
}
