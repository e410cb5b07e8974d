import {
  assignReport,
  type QueuedItem,
  type ReportQueue,
  unassignReport,
} from '@pawtrait/contract/moderation/moderation-desk.ts'
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { caseQuery, refetchDesk } from './desk-cache.ts'

type Assignment = { id: QueuedItem['id']; take: boolean }

/** Assigns a report to the viewer, or unassigns it. Other moderators see the change when their page polls next. */
export function useAssignReport() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['take'],
    mutationFn: ({ id, take }: Assignment) => call(take ? assignReport : unassignReport, { params: { id } }),
    onSuccess: ({ takenBy }, { id }) => {
      queries.setQueryData(caseQuery(id).queryKey, (known) => known && { ...known, takenBy })
      queries.setQueriesData<InfiniteData<ReportQueue>>(
        { queryKey: ['desk', 'queue'] },
        (list) => list && { ...list, pages: list.pages.map((page) => setModerator(page, id, takenBy)) },
      )
    },
    onSettled: () => refetchDesk(queries),
  })
}

const setModerator = (page: ReportQueue, id: QueuedItem['id'], takenBy: string | null): ReportQueue => ({
  ...page,
  reports: page.reports.map((line) => (line.id === id ? { ...line, takenBy } : line)),
})
