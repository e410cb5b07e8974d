import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SignedUpUser, SignUpInput } from '@pawtrait/contract/sign-in/sign-in.ts'
import { storeSignUpGuardian } from '#features/age/sign-up-guardian.ts'
import { createWelcomeEmail } from '#features/sign-in/log-in/account-emails.ts'
import { signUpBuckets } from '#features/sign-in/log-in/attempt-buckets.ts'
import { writeAccountExistsEmail } from '#features/sign-in/log-in/mail-code.ts'
import { countAttemptWithProof } from '#features/sign-in/log-in/proof-of-work.ts'
import { signUpSuspicionLevel } from '#features/sign-in/log-in/suspicion.ts'
import { deleteExpiredPendingUsers, selectSignUpConflicts } from '#features/sign-in/queries.ts'
import { normaliseEmail } from '#features/users/account/email-normalisation.ts'
import { findCurrentUsername } from '#features/users/account/former-username.ts'
import { removeUser } from '#features/users/account/soft-delete.ts'
import type { Context } from '#platform/context.ts'
import { violatedUniqueConstraint } from '#platform/database/db-errors.ts'
import { newId } from '#platform/database/id.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { subtractAttempt } from '#platform/security/throttle.ts'
import { insertUser } from './sign-up-queries.ts'
import { refuseReservedUsername, usernameOrEmailTakenProblem, usernameTakenProblem } from './username-problems.ts'

const countSignUp = counter('sign_ups_total', 'Accounts created, including those with an unproven address')

/**
 * Creates an account without logging in. With mail on, the account is pending and invisible until a code has proven its
 * address. For an address in use the response is the same, but the e-mail differs. `proof`: proof of work from the
 * request, not validated.
 * @throws Problem 'validation-failed' for a reserved name and for a guardian with the user's own address,
 * 'username-taken', 'username-or-email-taken' (mail off), 'too-many-attempts', 'proof-required', 'mail-unavailable'.
 */
export async function signUp(ctx: Context, input: SignUpInput, proof?: unknown): Promise<SignedUpUser> {
  const form = { ...input, email: normaliseEmail(input.email) }
  refuseReservedUsername(form.username)
  refuseOwnGuardian(form)
  const buckets = signUpBuckets(ctx)
  await countAttemptWithProof(ctx, {
    purpose: 'sign-up',
    buckets,
    proof,
    level: (counts) => signUpSuspicionLevel(ctx, counts),
  })
  const conflicts = await selectSignUpConflicts(ctx.db, form.username, form.email, ctx.now)
  if (conflicts?.username) {
    // Usernames are public, so searching for a free one does not count as an attempt.
    await subtractAttempt(ctx.db, buckets)
    throw usernameTakenProblem()
  }
  if (conflicts?.email && !ctx.mail.on) throw usernameOrEmailTakenProblem()
  const id = await insertAccount(ctx, form)
  if (ctx.mail.on)
    await mailSignUp(ctx, id, form, conflicts?.email ?? false).catch(async (error: unknown) => {
      await subtractAttempt(ctx.db, buckets) // A failed sign-up does not count towards the limit.
      throw error
    })
  countSignUp()
  return { id, username: form.username, fullname: form.fullname, image: null, following: [] }
}

function refuseOwnGuardian({ email, guardianEmail }: SignUpInput) {
  if (guardianEmail?.toLowerCase() === email.toLowerCase())
    throw fieldProblem('guardianEmail', 'own', 'This is your own email. Type the email of a parent or guardian.')
}

const findRequiredGuardian = ({ config, mail }: Context, { ageBand, guardianEmail }: SignUpInput) =>
  config.guardianConsent && mail.on && ageBand === '13-to-17' ? guardianEmail : undefined

async function insertAccount(ctx: Context, form: SignUpInput): Promise<UserId> {
  const id = newId<UserId>(ctx.now)
  const { fullname, username, email, ageBand } = form
  const guardian = findRequiredGuardian(ctx, form)
  const zipHash = await ctx.secrets.hash(form.zipcode)
  const state = ctx.mail.on ? 'pending' : 'active'
  try {
    await ctx.transaction(async ({ db }) => {
      await deleteExpiredPendingUsers(db, ctx.now, username)
      const { timeZone } = ctx.config
      await insertUser(db, { id, username, fullname, email, zipHash, state, timeZone, ageBand, now: ctx.now })
      if (guardian) await storeSignUpGuardian(db, id, guardian)
      // During the wait for the insert, another user may have given up this name, which stays reserved for that user.
      if (await findCurrentUsername({ db, now: ctx.now }, username)) throw usernameTakenProblem()
    })
  } catch (error) {
    const constraint = violatedUniqueConstraint(error)
    if (constraint === 'users_email') throw usernameOrEmailTakenProblem()
    if (constraint !== undefined) throw usernameTakenProblem()
    throw error
  }
  return id
}

/** Mails new and used addresses alike, so that timing is the same. If the mail fails, deletes the account. */
async function mailSignUp(ctx: Context, id: UserId, form: SignUpInput, isDuplicate: boolean) {
  try {
    const accountExistsEmail = await writeAccountExistsEmail(ctx, form.email)
    await ctx.mail.send(isDuplicate ? accountExistsEmail : createWelcomeEmail(ctx.config, form))
  } catch (error) {
    ctx.log.error('mail', error, { requestId: ctx.requestId })
    await removeUser(ctx, id)
    throw new Problem('mail-unavailable', 'We can’t send email right now. Try again in a moment.')
  }
}
