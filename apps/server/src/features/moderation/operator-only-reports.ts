import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { ReportReason } from '@pawtrait/contract/moderation/moderation.ts'
import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { Context } from '#platform/context.ts'
import { selectOperatorOnlyReports } from './conflict-of-interest-queries.ts'

export type OperatorOnlyReport = {
  id: ReportId
  kind: ReportedItemKind
  reason: ReportReason
  at: string
  /** Username of the reported content's owner. */
  username: string
  note: string
}

/** Returns open reports about moderators and admins that only the operator may decide, oldest first. */
export const listOperatorOnlyReports = ({ db }: Pick<Context, 'db'>): Promise<OperatorOnlyReport[]> =>
  selectOperatorOnlyReports(db)
