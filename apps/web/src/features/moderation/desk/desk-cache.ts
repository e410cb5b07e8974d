import type { ReportId, UserId, WaveId } from '@pawtrait/contract/ids.ts'
import { listAppeals } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportReason } from '@pawtrait/contract/moderation/moderation.ts'
import {
  getDeskSummary,
  getReport,
  listReports,
  type ReportInContext,
  type ReportKind,
} from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

const EVERY_MS = 30_000

// A slow poll, and a refetch when the moderator returns from another tab.
const looksAgain = { refetchInterval: EVERY_MS, refetchOnWindowFocus: 'always' } as const

const DESK = 'desk'

/** Number of pending reports. Refused with 404 for users who are not moderators. */
export const summaryQuery = (call: Call = browserCall) =>
  queryOptions({ queryKey: [DESK, 'summary'], queryFn: () => call(getDeskSummary), ...looksAgain })

export type DeskView = {
  view: 'open' | 'mine' | 'decided'
  kind: ReportKind | undefined
  reason: ReportReason | undefined
  /** Only reports of this spam wave; kind and reason are ignored. */
  wave: WaveId | undefined
  /** Only reports about this user; other filters are ignored. */
  owner: UserId | undefined
  /** Only pending reports by reporters who were right more often than not. */
  trusted: '1' | undefined
}

const PER_PAGE = '50'

/** Paginated reports: open ones by urgency, decided ones newest first. */
export const queueQuery = ({ view, kind, reason, wave, owner, trusted }: DeskView, call: Call = browserCall) =>
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
    ...looksAgain,
  })

const OPEN_CASE_EVERY_MS = 15_000

const isWatched = ({ state: { data } }: { state: { data: ReportInContext | undefined } }) => data?.isPublic ?? false

/**
 * A report in context, polled while open, because another moderator may take or decide it.
 * Each view of private content is logged, so such reports are fetched once and never polled.
 */
export const caseQuery = (id: ReportId, call: Call = browserCall) =>
  queryOptions({
    queryKey: [DESK, 'case', id],
    queryFn: () => call(getReport, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: (query) => isWatched(query) && 'always',
    refetchInterval: (query) => isWatched(query) && OPEN_CASE_EVERY_MS,
  })

/** Updates in all cached cases whether a reporter is muted. */
export const cacheReporterMute = (queries: QueryClient, reporter: UserId, muted: boolean) =>
  queries.setQueriesData<ReportInContext>(
    { queryKey: [DESK, 'case'] },
    (known) => known && { ...known, said: known.said.map((statement) => withMuted(statement, reporter, muted)) },
  )

const withMuted = (statement: ReportInContext['said'][0], reporter: UserId, muted: boolean) =>
  statement.by?.id === reporter ? { ...statement, by: { ...statement.by, muted } } : statement

/** Pending appeals, oldest first. */
export const appealsQuery = (call: Call = browserCall) =>
  queryOptions({
    queryKey: [DESK, 'appeals'],
    queryFn: () => call(listAppeals),
    select: ({ appeals }) => appeals,
    ...looksAgain,
  })

/** After a decision, an undo or a judgement: refetches everything except cases that are not open. */
export const refetchDesk = (queries: QueryClient) =>
  queries.invalidateQueries({
    queryKey: [DESK],
    predicate: ({ queryKey: [, what] }) => what !== 'case',
  })
