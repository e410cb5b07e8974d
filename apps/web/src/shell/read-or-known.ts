import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { isUnanswered } from './navigation/page-answers.ts'

/**
 * Reads what a page is about. When no answer comes it is what the cache holds: Back leads to what one has seen, also
 * while the server is away.
 * @throws CallError
 */
export async function readOrKnown<Row, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Row, Error, Row, Key>,
): Promise<Row> {
  const known = queries.getQueryData<Row>(options.queryKey)
  if (known === undefined) return queries.fetchQuery(options)
  return queries.fetchQuery({ ...options, retry: false }).catch((error: unknown) => {
    if (isUnanswered(error)) return known
    throw error
  })
}
