/** Options of a list that the server gives page by page: where the next page begins, null once there is none. */
export const paged = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ cursor }: { cursor: string | null }) => cursor,
}

/** The query of a page that begins at a cursor; the first one has none. */
export const pageAt = (cursor: string | null): { cursor?: string } => (cursor ? { cursor } : {})
