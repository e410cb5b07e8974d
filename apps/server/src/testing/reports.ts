import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { sql } from 'drizzle-orm'
import type { TestUser } from './fixtures.ts'
import { aUser } from './fixtures.ts'
import type { aModerator } from './moderators.ts'
import type { TestServer } from './server.ts'

type ModeratorSession = Awaited<ReturnType<typeof aModerator>>

/** Reports a subject. Returns the id of the report, which the API hides from the reporter. */
export async function aReport(
  server: TestServer,
  type: ReportedItemKind,
  id: string,
  by?: TestUser,
): Promise<ReportId> {
  const reporter = by ?? (await aUser(server))
  const { status, text } = await server.call(reporter, 'POST', '/api/reports', {
    subject: { type, id },
    reason: 'other',
  })
  if (status !== 201) throw new Error(`the report was refused: ${text}`)
  const row = await server.deps.database.row<{ id: ReportId }>(sql`
    select id from reports where reporter_id = ${reporter.id} and subject_id = ${id}`)
  if (!row) throw new Error('the report is not there')
  return row.id
}

type Answer = { decision: { id: string }; closed: number; code: string }

/** Decides a report as a moderator, by default under the rule "other". */
export const decideAsModerator = (
  moderator: ModeratorSession,
  report: ReportId,
  decision: Partial<NewDecision> & Pick<NewDecision, 'action'>,
) =>
  moderator.browser.call<Answer>('POST', `/api/moderation/reports/${report}/decisions`, {
    ...(decision.action !== 'dismiss' && { rule: 'other' }),
    ...decision,
  })

/** Undoes a decision as a moderator. */
export const undoAsModerator = (moderator: ModeratorSession, decision: string, note = '') =>
  moderator.browser.call<{ code: string }>('POST', `/api/moderation/decisions/${decision}/undo`, { note })
