import { timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import {
  createEmailChangedEmail,
  createNewAddressConfirmedEmail,
  type RemovedCredentials,
} from '#features/sign-in/log-in/account-emails.ts'
import { deleteResetLinks, insertResetLink } from '#features/sign-in/log-in/reset-link-queries.ts'
import { deletePasskeysSince } from '#features/sign-in/passkeys/passkey-queries.ts'
import { deleteRecoveryCodesSince } from '#features/sign-in/recovery-codes/recovery-code-queries.ts'
import { usernameOrEmailTakenProblem } from '#features/sign-in/sign-up/username-problems.ts'
import { endAllAccess } from '#features/users/account/end-access.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { violatedUniqueConstraint } from '#platform/database/db-errors.ts'
import { Problem } from '#platform/problem.ts'
import { newToken } from '#platform/security/token.ts'
import { recordAccountEvent } from './account-events.ts'
import { deleteSecretSince } from './credential-queries.ts'
import {
  deleteEmailChangesBefore,
  deletePendingEmailChange,
  markEmailChangeUndone,
  markLaterEmailChangesUndone,
  selectEmailChange,
  updateEmail,
} from './email-queries.ts'

const UNDO_MS = 72 * HOUR_MS
const RESET_MS = HOUR_MS
const ID_LENGTH = 36

const linkExpiredProblem = () => new Problem('link-expired', 'This link was used or has expired.')

const signChangeId = ({ secrets }: Pick<Context, 'secrets'>, id: string) => secrets.mac('undo-email', id)

/** Returns the link that undoes a change. The link is signed, so that no row or job needs to store it. */
const buildUndoLink = (ctx: Pick<Context, 'secrets' | 'config'>, id: string) =>
  `${ctx.config.publicUrl}${paths.undoEmailChange}#${id}${signChangeId(ctx, id)}`

export async function mailEmailChangeNotice(ctx: Context, { change, to }: { change: string; to: 'old' | 'new' }) {
  const found = await selectEmailChange(ctx.db, change)
  if (!found) return
  const { username, oldEmail, newEmail } = found
  await ctx.mail.send(
    to === 'old'
      ? createEmailChangedEmail({ username, email: oldEmail }, buildUndoLink(ctx, change))
      : createNewAddressConfirmedEmail(ctx.config, { username, email: newEmail }),
  )
}

function verifySignedId(ctx: Context, token: string): string {
  const id = token.slice(0, ID_LENGTH)
  const [received, expected] = [Buffer.from(token.slice(ID_LENGTH)), Buffer.from(signChangeId(ctx, id))]
  if (!/^[0-9a-f-]{36}$/.test(id) || received.length !== expected.length || !timingSafeEqual(received, expected))
    throw linkExpiredProblem()
  return id
}

/** Deletes all credentials that were added since an instant, because a thief may have added them. */
async function removeCredentialsSince(db: Db, user: UserId, since: string): Promise<RemovedCredentials> {
  return {
    passkeys: await deletePasskeysSince(db, user, since),
    recoveryCodes: await deleteRecoveryCodesSince(db, user, since),
    secret: await deleteSecretSince(db, user, since),
  }
}

/**
 * Restores the former address of an account by the link that was mailed to that address. The link works once, within
 * 72 hours. Undoes all later changes of the address too. Deletes all credentials added after the undone change. Ends
 * all sessions and known devices. Returns a token that can set a new zip code within an hour, because a thief may have
 * erased the old one.
 * @throws Problem 'link-expired', 'username-or-email-taken' when another account has the address now
 */
export async function undoEmailChange(ctx: Context, token: string): Promise<{ username: string; resetToken: string }> {
  const id = verifySignedId(ctx, token)
  const found = await selectEmailChange(ctx.db, id)
  if (!found) throw linkExpiredProblem()
  const reset = newToken()
  try {
    await ctx.transaction(async ({ db, job }) => {
      // A concurrent request that adds a passkey waits for this lock, then fails because its session has ended.
      await lockUsers({ db: db }, found.userId)
      const undone = await markEmailChangeUndone(db, id, new Date(ctx.now.getTime() - UNDO_MS), ctx.now)
      if (!undone) throw linkExpiredProblem()
      await markLaterEmailChangesUndone(db, undone, ctx.now)
      await updateEmail(db, undone.userId, undone.oldEmail)
      await deletePendingEmailChange(db, undone.userId)
      const removed = await removeCredentialsSince(db, undone.userId, undone.changedAt)
      await endAllAccess(ctx, { db }, undone.userId)
      // Deletes reset tokens, because a thief may have got one by the undo link of a later change.
      await deleteResetLinks(db, undone.userId)
      await insertResetLink(db, reset.hash, undone.userId, new Date(ctx.now.getTime() + RESET_MS))
      await recordAccountEvent(ctx, db, undone.userId, 'email-undone')
      await job('mail-account-changed', { user: undone.userId, kind: 'email-undone', removed })
    })
  } catch (error) {
    if (violatedUniqueConstraint(error) === 'users_email') throw usernameOrEmailTakenProblem()
    throw error
  }
  ctx.log.info('email-undone', { user: found.userId, requestId: ctx.requestId })
  return { username: found.username, resetToken: reset.value }
}

export const sweepEmailChanges = ({ db, now }: Context) =>
  deleteEmailChangesBefore(db, new Date(now.getTime() - UNDO_MS))
