import type { EndpointInput } from '@pawtrait/contract/endpoint.ts'
import type { ReportId } from '@pawtrait/contract/ids.ts'
import type * as contract from '@pawtrait/contract/moderation/moderation-desk.ts'
import type {
  QueuedItem,
  ReportDetails,
  ReportedItemKind,
  ReportQueue,
} from '@pawtrait/contract/moderation/moderation-desk.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { UserContext } from '#platform/context.ts'
import { MAX_ID, parseIdCursor, splitPage } from '#platform/database/cursor.ts'
import { requireModerator } from './decide-report.ts'
import { selectAppeals, selectDecisionsOfItem } from './decision-queries.ts'
import { selectAssignee, selectReportNotesOfItem } from './desk-queries.ts'
import { openReport } from './open-report.ts'
import {
  type ContentReportRow,
  type OwnerRow,
  type ReportedPhoto,
  selectOwner,
  selectReportsOfContent,
} from './report-detail-queries.ts'
import {
  type QueueKey,
  type QueueRow,
  selectDecidedReports,
  selectOpenReports,
  selectOtherReportsOfOwner,
} from './report-queue-queries.ts'
import type { ReportedContent } from './reported-content.ts'
import { toDecision } from './statement-view.ts'

const iso = (at: string) => new Date(at).toISOString()

const toQueuedItem = ({ ownerId, username, fullname, priority: _, at, decided, ...row }: QueueRow): QueuedItem => ({
  ...row,
  decided: decided && { action: decided.action, by: decided.by, at: iso(decided.at) },
  at: iso(at),
  owner: ownerId === null || username === null || fullname === null ? null : { id: ownerId, username, fullname },
})

const queueCursorPattern = /^(\d)_(.+)$/

/** @throws Problem 'validation-failed' if the cursor is malformed */
function parseQueueCursor(cursor: string | undefined): QueueKey | undefined {
  if (cursor === undefined) return undefined
  const [, priority, rest] = queueCursorPattern.exec(cursor) ?? []
  const id = parseIdCursor(rest ?? '-')
  return id === undefined ? undefined : { priority: Number(priority), id }
}

/** Returns the queue. Open reports have one row per reported item, decided reports one row per decision. */
export async function readReportQueue(
  ctx: UserContext,
  {
    state,
    kind,
    reason,
    mine,
    wave,
    owner,
    trusted,
    cursor,
    limit,
  }: EndpointInput<typeof contract.listReports>['query'],
): Promise<ReportQueue> {
  const by = mine && (await requireModerator(ctx, ctx)).id
  const filter = { kind, reason, by, wave, owner, trusted, now: ctx.now, viewer: ctx.viewer, limit: limit + 1 }
  const open = state === 'open'
  const rows = open
    ? await selectOpenReports(ctx.db, parseQueueCursor(cursor), filter)
    : await selectDecidedReports(ctx.db, parseIdCursor(cursor) ?? MAX_ID, filter)
  const { shown, last } = splitPage(rows, limit)
  const next = last && (open ? `${last.priority}_${last.id}` : (last.decided?.id ?? null))
  return { reports: shown.map(toQueuedItem), cursor: next ?? null }
}

const pathsByKind: Record<ReportedItemKind, (content: ReportedContent) => string> = {
  user: ({ place }) => paths.user(place),
  pet: ({ place }) => paths.pet(place),
  post: ({ place }) => paths.post(place),
  comment: ({ place, comment }) => paths.comment(place, comment ?? ''),
  story: ({ place }) => paths.story(place),
}

const toOwnerView = ({ standing: { state, until }, joinedAt, ...owner }: OwnerRow) => ({
  ...owner,
  joinedAt: iso(joinedAt),
  standing: { state, until: until && iso(until) },
})

const toPhotoViews = ({ photos, since, isGone }: ReportedContent) => {
  const toView =
    (wasTakenOut: boolean) =>
    ({ id, width, height, alt }: ReportedPhoto) => ({ id, width, height, alt, wasTakenOut })
  return [...photos.map(toView(false)), ...since.map(toView(!isGone))]
}

const toReportView = ({ byId, username, upheld, dismissed, muted, at, ...row }: ContentReportRow) => ({
  ...row,
  at: iso(at),
  by: byId === null || username === null ? null : { id: byId, username, record: { upheld, dismissed }, muted },
})

const MAX_APPEALS = 100

/** Returns open appeals that are not about the viewer, oldest first. `mine`: the viewer made the decision. */
export async function listAppeals(ctx: UserContext) {
  const rows = await selectAppeals(ctx.db, ctx.viewer, MAX_APPEALS)
  const appeals = rows.map(({ report, username, ...row }) => ({
    decision: toDecision(row),
    report,
    username,
    mine: row.decidedBy === ctx.viewer,
  }))
  return { appeals }
}

const MAX_REPORTS = 50
const MAX_NOTES = 200
const MAX_DECISIONS = 50
const MAX_OTHER_REPORTS = 20

/** Returns a report with its content, the owner and the owner's other open reports. @throws Problem 'not-found' */
export async function readReportInContext(ctx: UserContext, id: ReportId): Promise<ReportDetails> {
  const { report, content } = await openReport(ctx, id)
  const owner = report.ownerId === null ? undefined : await selectOwner(ctx.db, report.ownerId)
  const reportRows = await selectReportsOfContent(ctx.db, report.subjectId, MAX_REPORTS, ctx.now)
  const notes = await selectReportNotesOfItem(ctx.db, report.subjectId, MAX_NOTES)
  const decisionRows = await selectDecisionsOfItem(ctx.db, report.subjectId, MAX_DECISIONS)
  const otherReports = await selectOtherReportsOfOwner(ctx.db, id, {
    limit: MAX_OTHER_REPORTS,
    now: ctx.now,
    viewer: ctx.viewer,
  })
  return {
    id,
    kind: report.kind,
    state: report.state,
    words: content.words,
    isPublic: content.isPublic,
    isGone: content.isGone,
    address: content.isGone ? null : pathsByKind[report.kind](content),
    photos: toPhotoViews(content),
    under: content.under,
    owner: owner ? toOwnerView(owner) : null,
    takenBy: await selectAssignee(ctx.db, report.subjectId),
    said: reportRows.map(toReportView),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: iso(at) })),
    decisions: decisionRows.map(toDecision),
    alsoReported: otherReports.map(toQueuedItem),
  }
}
