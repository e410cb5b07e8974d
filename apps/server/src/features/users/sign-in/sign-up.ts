import type { UserId } from '@pawtrait/contract/ids.ts'
import type { NewUser, SignUp } from '@pawtrait/contract/users.ts'
import { selectNewName } from '#features/users/account/username-queries.ts'
import { insertSignUpGuardian } from '#features/users/age/age-queries.ts'
import { deletePending, deleteUser, selectTaken } from '#features/users/queries.ts'
import type { Context } from '#platform/context.ts'
import { brokenUnique } from '#platform/database/db-errors.ts'
import { newId } from '#platform/database/id.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { forgiveAttempt } from '#platform/security/throttle.ts'
import { signUpBuckets } from './attempt-buckets.ts'
import { welcomeLetter } from './letters.ts'
import { accountExists } from './mail-code.ts'
import { countProven } from './proof.ts'
import { insertUser } from './sign-up-queries.ts'
import { signUpSuspicion } from './suspicion.ts'
import { refuseReserved, usernameOrEmailTaken, usernameTaken } from './username-taken.ts'

const countSignUp = counter('sign_ups_total', 'Accounts made, with those whose address was never proven')

/**
 * Creates an account; it does not log in. With mail on the account is pending and invisible until a code has proven its
 * address, and an address that is already in use gets the same answer and another letter. `proof`: work done against an
 * attack, as the request brings it.
 * @throws Problem 'validation-failed' for a reserved name and for a guardian with the user's own address,
 * 'username-taken', 'username-or-email-taken' (mail off), 'too-many-attempts', 'proof-required', 'mail-unavailable'.
 * @see security.md §2.3
 */
export async function signUp(ctx: Context, form: SignUp, proof?: unknown): Promise<NewUser> {
  refuseReserved(form.username)
  refuseOwnGuardian(form)
  const buckets = signUpBuckets(ctx)
  await countProven(ctx, { purpose: 'sign-up', buckets, proof, level: (counts) => signUpSuspicion(ctx, counts) })
  const used = await selectTaken(ctx.db, form.username, form.email, ctx.now)
  if (used?.username) {
    // Usernames are public; whoever looks for a free one is not held up.
    await forgiveAttempt(ctx.db, buckets)
    throw usernameTaken()
  }
  if (used?.email && !ctx.mail.on) throw usernameOrEmailTaken()
  const id = await insertAccount(ctx, form)
  if (ctx.mail.on)
    await greet(ctx, id, form, used?.email ?? false).catch(async (error: unknown) => {
      await forgiveAttempt(ctx.db, buckets) // there is no account
      throw error
    })
  countSignUp()
  return { id, username: form.username, fullname: form.fullname, image: null, following: [] }
}

function refuseOwnGuardian({ email, guardianEmail }: SignUp) {
  if (guardianEmail?.toLowerCase() === email.toLowerCase())
    throw fieldProblem('guardianEmail', 'own', 'This is your own address. Type the one of a parent or guardian.')
}

/** Address of the guardian to write to after the first log-in, where one is asked for. */
const guardianOf = ({ config, mail }: Context, { ageBand, guardianEmail }: SignUp) =>
  config.guardianConsent && mail.on && ageBand === '13-to-17' ? guardianEmail : undefined

async function insertAccount(ctx: Context, form: SignUp): Promise<UserId> {
  const id = newId<UserId>(ctx.now)
  const { fullname, username, email, ageBand } = form
  const guardian = guardianOf(ctx, form)
  const zipHash = await ctx.secrets.hash(form.zipcode)
  const state = ctx.mail.on ? 'pending' : 'active'
  try {
    await ctx.transaction(async ({ db }) => {
      await deletePending(db, ctx.now, username)
      const { timeZone } = ctx.config
      await insertUser(db, { id, username, fullname, email, zipHash, state, timeZone, ageBand, now: ctx.now })
      if (guardian) await insertSignUpGuardian(db, id, guardian)
      // Somebody may have given the name up while this waited for it: then it is still theirs.
      if (await selectNewName(db, username, ctx.now)) throw usernameTaken()
    })
  } catch (error) {
    const broken = brokenUnique(error)
    if (broken === 'users_email') throw usernameOrEmailTaken()
    if (broken !== undefined) throw usernameTaken()
    throw error
  }
  return id
}

/** One letter either way, so that both take the same steps. An account nobody could be told of is taken back. */
async function greet(ctx: Context, id: UserId, form: SignUp, doubles: boolean) {
  try {
    const exists = await accountExists(ctx, form.email)
    await ctx.mail.send(doubles ? exists : welcomeLetter(ctx.config, form))
  } catch (error) {
    ctx.log.error('mail', error, { requestId: ctx.requestId })
    await deleteUser(ctx.db, id)
    throw new Problem('mail-unavailable', 'Mail cannot be sent right now. Try again in a moment.')
  }
}
