import { timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '@pawtrait/contract/durations.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import {
  deleteEmailChangesBefore,
  deleteWaitingEmail,
  selectEmailChange,
  updateEmail,
  updateEmailUndone,
} from '#features/users/account/email-queries.ts'
import { selectAccountById } from '#features/users/queries.ts'
import { endAllAccess } from '#features/users/sessions/end-session.ts'
import { emailGivenUpLetter, emailTakenLetter } from '#features/users/sign-in/letters.ts'
import { usernameOrEmailTaken } from '#features/users/sign-in/username-taken.ts'
import type { Context } from '#platform/context.ts'
import { brokenUnique } from '#platform/db-errors.ts'
import { Problem } from '#platform/problem.ts'
import { noteAccountEvent } from './account-events.ts'

const UNDO_MS = 72 * HOUR_MS
const ID_LETTERS = 36

const expired = () => new Problem('link-expired', 'This link was used or has expired.')

const signature = ({ secrets }: Pick<Context, 'secrets'>, id: string) => secrets.mac('undo-email', id)

/** The link to undo a change. It is signed, so that nothing of it needs to be kept, in no row and in no job. */
const undoLink = (ctx: Pick<Context, 'secrets' | 'config'>, id: string) =>
  `${ctx.config.publicUrl}${paths.undoEmail}#${id}${signature(ctx, id)}`

/** The job that tells one of the two addresses. */
export async function mailEmailChanged(ctx: Context, { change, to }: { change: string; to: 'old' | 'new' }) {
  const found = await selectEmailChange(ctx.db, change)
  if (!found) return
  const { username, oldEmail, newEmail } = found
  await ctx.mail.send(
    to === 'old'
      ? emailGivenUpLetter({ username, email: oldEmail }, undoLink(ctx, change))
      : emailTakenLetter(ctx.config, { username, email: newEmail }),
  )
}

function signedId(ctx: Context, token: string): string {
  const id = token.slice(0, ID_LETTERS)
  const [given, expected] = [Buffer.from(token.slice(ID_LETTERS)), Buffer.from(signature(ctx, id))]
  if (!/^[0-9a-f-]{36}$/.test(id) || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw expired()
  return id
}

/**
 * Gives an account its former address back, by the link that went there, once within 72 hours. All sessions and known
 * browsers end: whoever took the address away may have been in them.
 * @throws Problem 'link-expired', 'username-or-email-taken' when the address is another account's by now
 */
export async function undoEmail(ctx: Context, token: string): Promise<{ username: string }> {
  const id = signedId(ctx, token)
  try {
    const user = await ctx.transaction(async ({ db, job }) => {
      const undone = await updateEmailUndone(db, id, new Date(ctx.now.getTime() - UNDO_MS), ctx.now)
      if (!undone) throw expired()
      await updateEmail(db, undone.userId, undone.oldEmail)
      await deleteWaitingEmail(db, undone.userId)
      await endAllAccess(ctx, { db }, undone.userId)
      await noteAccountEvent(ctx, db, undone.userId, 'email-undone')
      await job('mail-account-changed', { user: undone.userId, kind: 'email-undone' })
      return undone.userId
    })
    ctx.log.info('email-undone', { user, requestId: ctx.requestId })
    const account = await selectAccountById(ctx.db, user, ctx.now)
    return { username: account?.username ?? '' }
  } catch (error) {
    if (brokenUnique(error) === 'users_email') throw usernameOrEmailTaken()
    throw error
  }
}

/** Forgets changes that can no longer be undone, and codes that count no more. */
export const sweepEmailChanges = ({ db, now }: Context) =>
  deleteEmailChangesBefore(db, new Date(now.getTime() - UNDO_MS))
