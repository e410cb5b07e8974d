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
import { pageAt, paged } from '#lib/server/queries.ts'

const EVERY_MS = 30_000

// Gently, and when the moderator is back from another tab.
const looksAgain = { refetchInterval: EVERY_MS, refetchOnWindowFocus: 'always' } as const

const DESK = 'desk'

/** How much waits. Refused as if there were no desk to whoever does not moderate. */
export const summaryQuery = (call: Call = browserCall) =>
  queryOptions({ queryKey: [DESK, 'summary'], queryFn: () => call(getDeskSummary), ...looksAgain })

/** Which part of the reports is looked at. */
export type DeskView = {
  view: 'open' | 'mine' | 'decided'
  kind: ReportKind | undefined
  reason: ReportReason | undefined
  /** Only what was held together; kind and reason do not narrow it further. */
  wave: WaveId | undefined
  /** Only what is this person's; nothing narrows that further either. */
  owner: UserId | undefined
  /** Only what somebody reported who was right more often than not; of what waits. */
  trusted: '1' | undefined
}

const PER_PAGE = '50'

/** Reports, page by page: open ones by urgency, decided ones newest first. */
export const queueQuery = ({ view, kind, reason, wave, owner, trusted }: DeskView, call: Call = browserCall) =>
  infiniteQueryOptions({
    queryKey: [DESK, 'queue', view, kind ?? '', reason ?? '', wave ?? '', owner ?? '', trusted ?? ''],
    queryFn: ({ pageParam }) =>
      call(listReports, {
        query: {
          limit: PER_PAGE,
          ...pageAt(pageParam),
          ...(view === 'decided' && { state: 'decided' }),
          ...(view === 'mine' && { mine: '1' }),
          ...(kind && { kind }),
          ...(reason && { reason }),
          ...(wave && { wave }),
          ...(owner && { owner }),
          ...(trusted && { trusted }),
        },
      }),
    ...paged,
    ...looksAgain,
  })

const OPEN_CASE_EVERY_MS = 15_000

const isWatched = ({ state: { data } }: { state: { data: ReportInContext | undefined } }) => data?.isPublic ?? false

/**
 * A report in its context, read again while it is open: another may take it, or decide. Of private things each look is
 * logged, so they are asked for once and not by themselves again.
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

/** Whether what somebody reports comes to the queue, as cases that name them say. */
export const keepMuted = (queries: QueryClient, reporter: UserId, muted: boolean) =>
  queries.setQueriesData<ReportInContext>(
    { queryKey: [DESK, 'case'] },
    (known) => known && { ...known, said: known.said.map((one) => withMuted(one, reporter, muted)) },
  )

const withMuted = (one: ReportInContext['said'][0], reporter: UserId, muted: boolean) =>
  one.by?.id === reporter ? { ...one, by: { ...one.by, muted } } : one

/** Appeals that wait, oldest first. */
export const appealsQuery = (call: Call = browserCall) =>
  queryOptions({
    queryKey: [DESK, 'appeals'],
    queryFn: () => call(listAppeals),
    select: ({ appeals }) => appeals,
    ...looksAgain,
  })

/** Something was decided, undone or judged: all but the cases that are not open is read again. */
export const deskChanged = (queries: QueryClient) =>
  queries.invalidateQueries({
    queryKey: [DESK],
    predicate: ({ queryKey: [, what] }) => what !== 'case',
  })
