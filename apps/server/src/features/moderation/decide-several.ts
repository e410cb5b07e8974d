import type { DecisionId, ReportId } from '@pawtrait/contract/ids.ts'
import type { DeskAction, NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectReport } from './case-queries.ts'
import { accountActions, decideReport } from './decide.ts'
import type { Matter } from './decision-queries.ts'

type Several = { reports: readonly ReportId[] } & NewDecision

// What is done to somebody and not to a thing: done once, however much of theirs is decided about in one act.
const aboutOwner: ReadonlySet<DeskAction> = new Set(['warn', ...accountActions])

/** A report and what it is about; nothing when there is no such report. */
type Asked = { report: ReportId; about: Matter | undefined }

/** What is decided about in one go: each thing by itself, or all of one owner's that waits. */
async function inOneGo(ctx: UserContext, reports: Iterable<ReportId>, action: DeskAction): Promise<Asked[][]> {
  const groups = new Map<string, Asked[]>()
  for (const report of reports) {
    const about = await selectReport(ctx.db, report, ctx.viewer)
    const isTogether = aboutOwner.has(action) && about?.state === 'open'
    const key = (isTogether && about.ownerId) || report
    groups.set(key, [...(groups.get(key) ?? []), { report, about }])
  }
  return [...groups.values()]
}

/** What cannot be decided does not hold up the rest. */
export async function decideReports(ctx: UserContext, { reports, ...asked }: Several) {
  const decided: { report: ReportId; decision: DecisionId }[] = []
  const refused: { report: ReportId; code: string }[] = []
  for (const together of await inOneGo(ctx, new Set(reports), asked.action)) {
    const [first, ...others] = together
    if (!first) continue
    try {
      const also = others.flatMap(({ about }) => about ?? [])
      const { decision } = await decideReport(ctx, first.report, asked, also)
      decided.push(...together.map(({ report }) => ({ report, decision: decision.id })))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { code } = error
      refused.push(...together.map(({ report }) => ({ report, code })))
    }
  }
  return { decided, refused }
}
