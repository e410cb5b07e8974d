import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { usernameChangeBuckets } from '#features/sign-in/log-in/attempt-buckets.ts'
import { refuseReservedUsername, usernameTakenProblem } from '#features/sign-in/sign-up/username-problems.ts'
import { findUserByFormerUsername } from '#features/users/account/former-username.ts'
import { readViewer } from '#features/users/view.ts'
import type { UserContext } from '#platform/context.ts'
import { violatedUniqueConstraint } from '#platform/database/db-errors.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { recordAccountEvent } from './account-events.ts'
import { deleteFormerUsername, lockUsername, updateUsername, upsertFormerUsername } from './username-queries.ts'

const REDIRECT_MS = 90 * DAY_MS

/**
 * Changes the viewer's username. The old name redirects for ninety days, in which only the viewer can take it.
 * @throws Problem 'validation-failed' for a reserved name, 'username-taken', 'too-many-requests' after three changes in
 * 30 days
 */
export async function changeUsername(ctx: UserContext, username: string): Promise<Viewer> {
  refuseReservedUsername(username)
  try {
    await ctx.transaction(async ({ db, job }) => {
      const current = await lockUsername(db, ctx.viewer)
      if (!current || current.username === username) return
      await countAttempt(db, ctx.now, usernameChangeBuckets(ctx.viewer))
      // The unique index makes this statement wait for a concurrent change to the same name.
      await updateUsername(db, ctx.viewer, username)
      const former = await findUserByFormerUsername({ db, now: ctx.now }, username)
      if (former && former.id !== ctx.viewer) throw usernameTakenProblem()
      await deleteFormerUsername(db, ctx.viewer, username)
      await upsertFormerUsername(db, ctx.viewer, current.username, new Date(ctx.now.getTime() + REDIRECT_MS))
      await recordAccountEvent(ctx, db, ctx.viewer, 'username-changed')
      await job('mail-account-changed', { user: ctx.viewer, kind: 'username-changed' })
    })
  } catch (error) {
    if (violatedUniqueConstraint(error) === 'users_username') throw usernameTakenProblem()
    throw error
  }
  return readViewer(ctx, ctx.viewer)
}
