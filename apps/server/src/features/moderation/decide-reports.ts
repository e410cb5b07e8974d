import type { DecisionId, ReportId } from '@pawtrait/contract/ids.ts'
import type { ModeratorAction, NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { accountActions, decideReport } from './decide-report.ts'
import type { ReportedItem } from './decision-queries.ts'
import { selectReport } from './report-detail-queries.ts'

type BulkDecision = { reports: readonly ReportId[] } & NewDecision

// Actions on the owner. Each owner receives the action once, even if several reports are about their content.
const ownerActions: ReadonlySet<ModeratorAction> = new Set(['warn', ...accountActions])

/** A report and the item that it is about; `about` is undefined if the report does not exist. */
type ReportWithItem = { report: ReportId; about: ReportedItem | undefined }

/** Groups reports so that one decision closes each group. An action on the owner needs one decision per owner. */
async function groupForDecision(
  ctx: UserContext,
  reports: Iterable<ReportId>,
  action: ModeratorAction,
): Promise<ReportWithItem[][]> {
  const groups = new Map<string, ReportWithItem[]>()
  for (const report of reports) {
    const about = await selectReport(ctx.db, report, ctx.viewer)
    const isGroupedByOwner = ownerActions.has(action) && about?.state === 'open'
    const key = (isGroupedByOwner && about.ownerId) || report
    groups.set(key, [...(groups.get(key) ?? []), { report, about }])
  }
  return [...groups.values()]
}

/** Decides several reports. If a report cannot be decided, the remaining reports are still decided. */
export async function decideReports(ctx: UserContext, { reports, ...requested }: BulkDecision) {
  const decided: { report: ReportId; decision: DecisionId }[] = []
  const refused: { report: ReportId; code: string }[] = []
  for (const group of await groupForDecision(ctx, new Set(reports), requested.action)) {
    const [first, ...rest] = group
    if (!first) continue
    try {
      const also = rest.flatMap(({ about }) => about ?? [])
      const { decision } = await decideReport(ctx, first.report, requested, also)
      decided.push(...group.map(({ report }) => ({ report, decision: decision.id })))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { code } = error
      refused.push(...group.map(({ report }) => ({ report, code })))
    }
  }
  return { decided, refused }
}
