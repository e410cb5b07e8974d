import type { ReportId, SpamWaveId, UserId } from '@pawtrait/contract/ids.ts'
import { listAppeals } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportReason } from '@pawtrait/contract/moderation/moderation.ts'
import {
  getDeskSummary,
  getReport,
  listReports,
  type ReportDetails,
  type ReportedItemKind,
} from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

const EVERY_MS = 30_000

// Polls every 30 seconds, and refetches when the tab gets the focus again.
const polling = { refetchInterval: EVERY_MS, refetchOnWindowFocus: 'always' } as const

const DESK = 'desk'

/** Query for the counts of the moderation pages. Fails with 404 for users who are not moderators. */
export const deskSummaryQuery = (call: ApiCall = browserCall) =>
  queryOptions({ queryKey: [DESK, 'summary'], queryFn: () => call(getDeskSummary), ...polling })

export type DeskView = {
  view: 'open' | 'mine' | 'decided'
  kind: ReportedItemKind | undefined
  reason: ReportReason | undefined
  /** Shows only reports of this spam wave. Other filters are ignored. */
  wave: SpamWaveId | undefined
  /** Shows only reports about this user. Other filters are ignored. */
  owner: UserId | undefined
  /** `1` shows only pending reports by trusted reporters. Most earlier reports of a trusted reporter were justified. */
  trusted: '1' | undefined
}

const PER_PAGE = '50'

/** Query for a paginated list of reports. Pending reports are sorted by urgency, decided reports newest first. */
export const reportQueueQuery = ({ view, kind, reason, wave, owner, trusted }: DeskView, call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    queryKey: [DESK, 'queue', view, kind ?? '', reason ?? '', wave ?? '', owner ?? '', trusted ?? ''],
    queryFn: ({ pageParam }) =>
      call(listReports, {
        query: {
          limit: PER_PAGE,
          ...cursorParam(pageParam),
          ...(view === 'decided' && { state: 'decided' }),
          ...(view === 'mine' && { mine: '1' }),
          ...(kind && { kind }),
          ...(reason && { reason }),
          ...(wave && { wave }),
          ...(owner && { owner }),
          ...(trusted && { trusted }),
        },
      }),
    ...cursorPaginationOptions,
    ...polling,
  })

const OPEN_CASE_EVERY_MS = 15_000

const isWatched = ({ state: { data } }: { state: { data: ReportDetails | undefined } }) => data?.isPublic ?? false

/**
 * Query for a report with its context. Polled while visible, because another moderator may assign or decide it. A
 * report on private content is fetched only once, because the server logs each view.
 */
export const caseQuery = (id: ReportId, call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: [DESK, 'case', id],
    queryFn: () => call(getReport, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: (query) => isWatched(query) && 'always',
    refetchInterval: (query) => isWatched(query) && OPEN_CASE_EVERY_MS,
  })

/** Updates the mute state of a reporter in all cached reports. */
export const cacheReporterMute = (queries: QueryClient, reporter: UserId, muted: boolean) =>
  queries.setQueriesData<ReportDetails>(
    { queryKey: [DESK, 'case'] },
    (known) => known && { ...known, said: known.said.map((statement) => withMuted(statement, reporter, muted)) },
  )

const withMuted = (statement: ReportDetails['said'][0], reporter: UserId, muted: boolean) =>
  statement.by?.id === reporter ? { ...statement, by: { ...statement.by, muted } } : statement

/** Query for the pending appeals, oldest first. */
export const appealsQuery = (call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: [DESK, 'appeals'],
    queryFn: () => call(listAppeals),
    select: ({ appeals }) => appeals,
    ...polling,
  })

/** Refetches counts, queue and appeals, but no single reports. Call it after a decision, an undo or a judgement. */
export const refetchDesk = (queries: QueryClient) =>
  queries.invalidateQueries({
    queryKey: [DESK],
    predicate: ({ queryKey: [, what] }) => what !== 'case',
  })
