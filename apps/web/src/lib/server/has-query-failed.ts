/**
 * Returns whether a query failed and has no data. During a retry, TanStack Query reports such a query as pending. A
 * skeleton would then replace the error and its retry button.
 */
export const hasQueryFailed = (query: { data: unknown; errorUpdateCount: number }): boolean =>
  query.data === undefined && query.errorUpdateCount > 0
