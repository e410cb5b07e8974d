import { appointModerator } from '#features/moderation/appoint-moderator.ts'
import type { ModeratorRole } from '#features/moderation/moderator-queries.ts'
import { contextOf, system } from '#platform/context.ts'
import { aLeaver } from './leaver.ts'
import type { TestServer } from './server.ts'

/** Somebody who moderates, in sudo mode, in a browser of their own. */
export async function aModerator(server: TestServer, role: ModeratorRole = 'moderator') {
  const one = await aLeaver(server)
  await appointModerator(contextOf(server.deps, system), one.form.username, role)
  return one
}
