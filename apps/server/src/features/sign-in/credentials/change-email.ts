import type { EmailChange } from '@pawtrait/contract/sign-in/credentials.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { createNewAddressCodeEmail } from '#features/sign-in/log-in/account-emails.ts'
import { codeBuckets } from '#features/sign-in/log-in/attempt-buckets.ts'
import {
  CODE_MINUTES,
  CODE_TRIES,
  codeExpiredProblem,
  codeReplacedProblem,
  computeCodeMac,
  generateMailCode,
  invalidCodeProblem,
  isCorrectCode,
  sendCountedCode,
  writeAccountExistsEmail,
} from '#features/sign-in/log-in/mail-code.ts'
import { selectAccountById, selectSignUpConflicts } from '#features/sign-in/queries.ts'
import { lockOwnAccount } from '#features/sign-in/sessions/lock-own-account.ts'
import { usernameOrEmailTakenProblem } from '#features/sign-in/sign-up/username-problems.ts'
import { normaliseEmail } from '#features/users/account/email-normalisation.ts'
import { readViewer } from '#features/users/view.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { violatedUniqueConstraint } from '#platform/database/db-errors.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { recordAccountEvent } from './account-events.ts'
import {
  countEmailChangeTry,
  deletePendingEmailChange,
  insertEmailChange,
  markEmailChangeApplied,
  updateEmail,
} from './email-queries.ts'

/**
 * Changes the e-mail address of the viewer's account. With mail on, the change takes effect once the user types the
 * code sent to the new address. If another account has that address, its holder gets an e-mail without a code; the
 * response is the same.
 * @throws Problem 'username-or-email-taken' (mail off), 'too-many-codes', 'mail-unavailable'
 */
export async function changeEmail(ctx: UserContext, typedEmail: string): Promise<EmailChange> {
  const email = normaliseEmail(typedEmail)
  const account = await selectAccountById(ctx.db, ctx.viewer, ctx.now)
  if (!account) throw new Problem('unauthenticated', 'Log in to do this.')
  const id = newId<string>(ctx.now)
  const code = generateMailCode()
  const change = {
    id,
    userId: ctx.viewer,
    oldEmail: account.email,
    newEmail: email,
    codeHash: computeCodeMac(ctx, id, code),
    triesLeft: CODE_TRIES,
    expiresAt: new Date(ctx.now.getTime() + CODE_MINUTES * 60_000),
  }
  const isNewAddress = email.toLowerCase() !== account.email.toLowerCase()
  const isTaken = isNewAddress && (await selectSignUpConflicts(ctx.db, '', email, ctx.now))?.email
  if (isTaken && !ctx.mail.on) throw usernameOrEmailTakenProblem()
  if (!ctx.mail.on) return changeAtOnce(ctx, change)
  await ctx.transaction(async ({ db }) => {
    await countAttempt(db, ctx.now, codeBuckets(ctx.viewer), 'too-many-codes')
    await insertEmailChange(db, change)
  })
  const reader = { username: account.username, email }
  const letter = isTaken
    ? await writeAccountExistsEmail(ctx, email)
    : createNewAddressCodeEmail(ctx.config, reader, code)
  await sendCountedCode(ctx, ctx.viewer, () => ctx.mail.send(letter))
  return { state: 'code-sent', viewer: null }
}

async function changeAtOnce(ctx: UserContext, change: Parameters<typeof insertEmailChange>[1]): Promise<EmailChange> {
  try {
    await ctx.transaction(async (tx) => {
      await insertEmailChange(tx.db, change)
      await applyChange(ctx, tx, change.id)
    })
    return { state: 'changed', viewer: await readViewer(ctx, ctx.viewer) }
  } catch (error) {
    if (violatedUniqueConstraint(error) === 'users_email') throw usernameOrEmailTakenProblem()
    throw error
  }
}

/** Applies a change of address. @throws Problem 'code-replaced' when a concurrent request has applied it */
async function applyChange(ctx: UserContext, { db, job }: Tx, id: string) {
  await lockOwnAccount(ctx, db)
  const change = await markEmailChangeApplied(db, id, ctx.now)
  if (!change) throw codeReplacedProblem()
  await updateEmail(db, ctx.viewer, change.newEmail)
  await recordAccountEvent(ctx, db, ctx.viewer, 'email-changed')
  for (const to of ['old', 'new'] as const) await job('mail-email-changed', { change: id, to })
}

/**
 * Applies the viewer's pending change of address if the typed code is correct. Allows five tries.
 * @throws Problem 'invalid-code', 'code-expired', 'code-replaced'
 */
export async function confirmEmail(ctx: UserContext, typedCode: string): Promise<Viewer> {
  const pending = await countEmailChangeTry(ctx.db, ctx.viewer)
  if (!pending) throw invalidCodeProblem()
  if (Date.parse(pending.expiresAt) <= ctx.now.getTime()) {
    await deletePendingEmailChange(ctx.db, ctx.viewer)
    throw codeExpiredProblem()
  }
  if (!isCorrectCode(ctx, pending.id, typedCode, pending.codeHash)) throw invalidCodeProblem(pending.triesLeft)
  try {
    await ctx.transaction((tx) => applyChange(ctx, tx, pending.id))
  } catch (error) {
    // Another account has just proven the same address.
    if (violatedUniqueConstraint(error) === 'users_email') throw codeReplacedProblem()
    throw error
  }
  ctx.log.info('email-changed', { user: ctx.viewer, requestId: ctx.requestId })
  return readViewer(ctx, ctx.viewer)
}
