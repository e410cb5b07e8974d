import { appointModerator } from '#features/moderation/appoint-moderator.ts'
import type { ModeratorRole } from '#features/moderation/moderator-queries.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import type { TestUser } from './fixtures.ts'
import type { TestServer } from './server.ts'
import { aSudoUser } from './sudo-user.ts'

/** Creates a moderator in sudo mode, with their own browser. */
export async function aModerator(server: TestServer, role: ModeratorRole = 'moderator') {
  const moderator = await aSudoUser(server)
  await appointModerator(createContext(server.deps, systemCaller), moderator.form.username, role)
  return moderator
}

/** Makes the user a moderator who reports a subject. Another moderator warns the owner of the subject. */
export async function reportAndWarn(server: TestServer, user: TestUser, subject: { type: string; id: string }) {
  await appointModerator(createContext(server.deps, systemCaller), user.username, 'moderator')
  await server.call(user, 'POST', '/api/reports', { subject, reason: 'other' })
  const { body: queue } = await server.call<{ reports: { id: string }[] }>(user, 'GET', '/api/moderation/reports')
  const report = queue.reports[0]?.id ?? ''
  const { browser } = await aModerator(server)
  const warning = { action: 'warn', rule: 'other', note: 'Please be kind.' }
  const { body } = await browser.call('POST', `/api/moderation/reports/${report}/decisions`, warning)
  return { report, decision: (body as { decision: { id: string } }).decision.id }
}
