import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { isUnavailable } from './navigation/page-errors.ts'

/**
 * Fetches the row that a page shows. If the server does not answer, returns the cached row, so that Back works
 * offline. Never returns a cached row that the server's last answer refused (deleted or hidden).
 * @throws CallError
 */
export async function fetchOrCached<Row, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Row, Error, Row, Key>,
): Promise<Row> {
  const { queryKey } = options
  const { data: cached, error } = queries.getQueryState<Row>(queryKey) ?? {}
  const isRefused = error instanceof Error && !isUnavailable(error)
  // Removes only an inactive query: one on screen remains cached until the user leaves its page.
  if (isRefused) queries.removeQueries({ queryKey, exact: true, type: 'inactive' })
  if (cached === undefined || isRefused) return queries.fetchQuery(options)
  return queries.fetchQuery({ ...options, retry: false }).catch((failed: unknown) => {
    if (isUnavailable(failed)) return cached
    throw failed
  })
}
