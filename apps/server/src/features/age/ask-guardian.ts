import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { viewerOf } from '#features/users/view.ts'
import type { Context, UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { type Bucket, countAttempt, forgiveAttempt } from '#platform/security/throttle.ts'
import { newToken } from '#platform/security/token.ts'
import { ageOf, lockAge } from './keep-age.ts'
import { guardianLetter } from './letters.ts'
import { deleteRequest, upsertRequest } from './queries.ts'
import { forgetSignUpGuardian, signUpGuardianOf } from './sign-up-guardian.ts'

const DAY_SECONDS = 86_400

type Asking = { user: UserId; email: string }
type Token = ReturnType<typeof newToken>

const buckets = ({ secrets }: Context, { user, email }: Asking): Bucket[] => [
  { key: `guardian:${user}`, most: 5, seconds: DAY_SECONDS },
  // Many accounts together must not fill one mailbox.
  { key: `guardian-mail:${secrets.mac('guardian', email.toLowerCase())}`, most: 5, seconds: DAY_SECONDS },
]

/**
 * Mails a guardian of the viewer the link with which they confirm the account or refuse it. The last letter counts.
 * @throws Problem 'conflict' where mail is off or no guardian is needed, 'validation-failed' for the viewer's own
 * address, 'too-many-requests' after five in a day, 'mail-unavailable'
 */
export async function askGuardian(ctx: UserContext, email: string): Promise<void> {
  if (!ctx.mail.on) throw new Problem('conflict', 'Mail is not set up here. Ask the operator of this site.')
  const viewer = await viewerOf(ctx, ctx.viewer)
  if (viewer.email.toLowerCase() === email.toLowerCase())
    throw fieldProblem('email', 'own', 'This is your own address. Type the one of a parent or guardian.')
  const asking = { user: ctx.viewer, email }
  const token = await ctx.transaction(async ({ db }) => {
    if (!(await lockWhetherNeeded(ctx, db, ctx.viewer)))
      throw new Problem('conflict', 'This account needs no parent or guardian.')
    await forgetSignUpGuardian(db, ctx.viewer)
    return keepRequest(ctx, db, asking)
  })
  await sendLetter(ctx, asking, token)
}

/**
 * The job after the first log-in of a sign-up that named a guardian: writes to them, under the same limits. The address
 * is forgotten once the letter is sent, and when none may be sent.
 * @throws Problem 'mail-unavailable': the job is tried again
 */
export async function askSignUpGuardian(ctx: Context, user: UserId): Promise<void> {
  const request = await ctx
    .transaction(async ({ db }) => {
      const isNeeded = ctx.mail.on && (await lockWhetherNeeded(ctx, db, user))
      const email = isNeeded ? await signUpGuardianOf(db, user) : undefined
      return email === undefined
        ? undefined
        : { asking: { user, email }, token: await keepRequest(ctx, db, { user, email }) }
    })
    .catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'too-many-requests') throw error
      ctx.log.info('guardian-not-asked', { user })
      return undefined
    })
  if (request) await sendLetter(ctx, request.asking, request.token)
  await forgetSignUpGuardian(ctx.db, user)
}

/** Whether a guardian is still to confirm the account; the user's row is locked until the transaction ends. */
async function lockWhetherNeeded({ config }: Context, db: Db, user: UserId): Promise<boolean> {
  const age = await lockAge({ db }, user)
  return config.guardianConsent && age?.band === '13-to-17' && !age.guardianConfirmedAt
}

async function keepRequest(ctx: Context, db: Db, asking: Asking): Promise<Token> {
  const token = newToken()
  await countAttempt(db, ctx.now, buckets(ctx, asking))
  await upsertRequest(db, { ...asking, tokenHash: token.hash, now: ctx.now })
  return token
}

async function sendLetter(ctx: Context, asking: Asking, token: Token): Promise<void> {
  const { user, email } = asking
  const link = `${ctx.config.publicUrl}${paths.guardian}#${token.value}`
  const letter = guardianLetter(email, await viewerOf(ctx, user), link)
  await ctx.mail.send(letter).catch((error: unknown) => takeBack(ctx, asking, token, error))
  ctx.log.info('guardian-asked', { user, requestId: ctx.requestId })
}

/** The letter was not sent: neither the request nor the count of it remains. */
async function takeBack(ctx: Context, asking: Asking, token: Token, error: unknown): Promise<never> {
  await ctx.transaction(async ({ db }) => {
    await deleteRequest(db, asking.user, token.hash)
    await forgiveAttempt(db, buckets(ctx, asking))
  })
  ctx.log.error('mail', error, { requestId: ctx.requestId })
  throw new Problem('mail-unavailable', 'The letter could not be sent. Try again in a moment.')
}

/** Whether somebody of that age may only look, until a guardian has confirmed them. */
export const isWaiting = async ({ db, config }: Pick<Context, 'db' | 'config'>, user: UserContext['viewer']) => {
  const age = await ageOf(db, user)
  return config.guardianConsent && age?.band === '13-to-17' && age.guardianConfirmedAt === null
}
