/**
 * Returns whether a query has no data because it failed. TanStack reports such a query as pending during each retry, so
 * a skeleton would replace the error and its retry button.
 */
export const hasFailed = (query: { data: unknown; errorUpdateCount: number }): boolean =>
  query.data === undefined && query.errorUpdateCount > 0
