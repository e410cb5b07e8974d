import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { isUnanswered } from './navigation/page-answers.ts'

/**
 * Reads what a page is about. When no answer comes it is what the cache holds: Back leads to what one has seen, also
 * while the server is away. What the server has refused since is gone, or not for them any more: that is not known.
 * @throws CallError
 */
export async function readOrKnown<Row, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Row, Error, Row, Key>,
): Promise<Row> {
  const { queryKey } = options
  const { data: known, error } = queries.getQueryState<Row>(queryKey) ?? {}
  const isRefused = error instanceof Error && !isUnanswered(error)
  // What is on the screen at this moment stays in the cache until that is left.
  if (isRefused) queries.removeQueries({ queryKey, exact: true, type: 'inactive' })
  if (known === undefined || isRefused) return queries.fetchQuery(options)
  return queries.fetchQuery({ ...options, retry: false }).catch((failed: unknown) => {
    if (isUnanswered(failed)) return known
    throw failed
  })
}
