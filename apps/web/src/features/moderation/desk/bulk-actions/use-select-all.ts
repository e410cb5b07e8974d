import type { QueuedItem, ReportQueue } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

type List = UseInfiniteQueryResult<InfiniteData<ReportQueue>>

export const flattenQueue = (read: InfiniteData<ReportQueue> | undefined): readonly QueuedItem[] | undefined =>
  read?.pages.flatMap(({ reports }) => reports)

/** Fetches all remaining pages of the list. */
async function readToEnd(list: List): Promise<Pick<List, 'data' | 'hasNextPage' | 'isFetchNextPageError'>> {
  // `cancelRefetch: false` reuses a request for the next page that is already pending.
  const readNext = () => list.fetchNextPage({ cancelRefetch: false })
  let now = list.hasNextPage ? await readNext() : list
  while (now.hasNextPage && !now.isFetchNextPageError) now = await readNext()
  return now
}

/** Returns a function that loads all pages and then calls `onRead` with all rows, unless a page fails to load. */
export function useSelectAll(list: List, onRead: (lines: readonly QueuedItem[]) => void) {
  const [isReading, setReading] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const select = async () => {
    setReading(true)
    const { data, hasNextPage } = await readToEnd(list)
    setReading(false)
    setFailed(hasNextPage)
    if (!hasNextPage) onRead(flattenQueue(data) ?? [])
  }
  return { select: () => void (isReading || select()), isReading, hasFailed }
}
