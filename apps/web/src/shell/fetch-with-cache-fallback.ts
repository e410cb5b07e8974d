import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { isUnavailable } from './navigation/page-errors.ts'

/**
 * Fetches the data that a page shows. If the server is unreachable, returns the cached data, so that Back works
 * offline. Never returns cached data if the server's last response was an error such as "not found".
 * @throws CallError
 */
export async function fetchWithCacheFallback<Row, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Row, Error, Row, Key>,
): Promise<Row> {
  const { queryKey } = options
  const { data: cached, error } = queries.getQueryState<Row>(queryKey) ?? {}
  const isRefused = error instanceof Error && !isUnavailable(error)
  // If a page on screen still uses this query, its data remains cached until the user leaves this page.
  if (isRefused) queries.removeQueries({ queryKey, exact: true, type: 'inactive' })
  if (cached === undefined || isRefused) return queries.fetchQuery(options)
  return queries.fetchQuery({ ...options, retry: false }).catch((fetchError: unknown) => {
    if (isUnavailable(fetchError)) return cached
    throw fetchError
  })
}
