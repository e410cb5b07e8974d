import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { readViewer } from '#features/users/view.ts'
import type { Context, UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { countAttempt, type RateLimitBucket, subtractAttempt } from '#platform/security/throttle.ts'
import { newToken } from '#platform/security/token.ts'
import { createGuardianEmail } from './emails.ts'
import { deleteGuardianRequest, upsertGuardianRequest } from './queries.ts'
import { findSignUpGuardian, removeSignUpGuardian } from './sign-up-guardian.ts'
import { findAge, lockAge } from './store-age.ts'

const DAY_SECONDS = 86_400

type GuardianRequest = { user: UserId; email: string }
type Token = ReturnType<typeof newToken>

const buckets = ({ secrets }: Context, { user, email }: GuardianRequest): RateLimitBucket[] => [
  { key: `guardian:${user}`, most: 5, seconds: DAY_SECONDS },
  // Limits the number of e-mails to the same address, even if different accounts request them.
  { key: `guardian-mail:${secrets.mac('guardian', email.toLowerCase())}`, most: 5, seconds: DAY_SECONDS },
]

/**
 * Mails the viewer's guardian a link to confirm or refuse the account. Only the link in the newest e-mail is valid.
 * @throws Problem 'conflict' when mail is off or no guardian is needed, 'validation-failed' for the viewer's own
 *   address, 'too-many-requests' after five e-mails in a day by this user or to this address, 'mail-unavailable'
 */
export async function askGuardian(ctx: UserContext, email: string): Promise<void> {
  if (!ctx.mail.on) throw new Problem('conflict', 'We can’t send email here. Ask the people who run this site.')
  const viewer = await readViewer(ctx, ctx.viewer)
  if (viewer.email.toLowerCase() === email.toLowerCase())
    throw fieldProblem('email', 'own', 'This is your own email. Type the email of a parent or guardian.')
  const request = { user: ctx.viewer, email }
  const token = await ctx.transaction(async ({ db }) => {
    if (!(await lockAndCheckNeeded(ctx, db, ctx.viewer)))
      throw new Problem('conflict', 'This account needs no parent or guardian.')
    await removeSignUpGuardian(db, ctx.viewer)
    return storeRequest(ctx, db, request)
  })
  await sendGuardianEmail(ctx, request, token)
}

/**
 * Job after a minor's first log-in: mails the guardian named at sign-up, with the limits of `askGuardian`. Deletes the
 * stored address when the e-mail is sent, or when a limit or the account's state forbids an e-mail.
 * @throws Problem 'mail-unavailable', so that the job is retried
 */
export async function askSignUpGuardian(ctx: Context, user: UserId): Promise<void> {
  const storedRequest = await ctx
    .transaction(async ({ db }) => {
      const isNeeded = ctx.mail.on && (await lockAndCheckNeeded(ctx, db, user))
      const email = isNeeded ? await findSignUpGuardian(db, user) : undefined
      return email === undefined
        ? undefined
        : { request: { user, email }, token: await storeRequest(ctx, db, { user, email }) }
    })
    .catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'too-many-requests') throw error
      ctx.log.info('guardian-not-asked', { user })
      return undefined
    })
  if (storedRequest) await sendGuardianEmail(ctx, storedRequest.request, storedRequest.token)
  await removeSignUpGuardian(ctx.db, user)
}

async function lockAndCheckNeeded({ config }: Context, db: Db, user: UserId): Promise<boolean> {
  const age = await lockAge({ db }, user)
  return config.guardianConsent && age?.band === '13-to-17' && !age.guardianConfirmedAt
}

async function storeRequest(ctx: Context, db: Db, request: GuardianRequest): Promise<Token> {
  const token = newToken()
  await countAttempt(db, ctx.now, buckets(ctx, request))
  await upsertGuardianRequest(db, { ...request, tokenHash: token.hash, now: ctx.now })
  return token
}

async function sendGuardianEmail(ctx: Context, request: GuardianRequest, token: Token): Promise<void> {
  const { user, email } = request
  const link = `${ctx.config.publicUrl}${paths.guardian}#${token.value}`
  const message = createGuardianEmail(email, await readViewer(ctx, user), link)
  await ctx.mail.send(message).catch((error: unknown) => undoRequest(ctx, request, token, error))
  ctx.log.info('guardian-asked', { user, requestId: ctx.requestId })
}

async function undoRequest(ctx: Context, request: GuardianRequest, token: Token, error: unknown): Promise<never> {
  await ctx.transaction(async ({ db }) => {
    await deleteGuardianRequest(db, request.user, token.hash)
    await subtractAttempt(db, buckets(ctx, request))
  })
  ctx.log.error('mail', error, { requestId: ctx.requestId })
  throw new Problem('mail-unavailable', 'We could not send the email. Try again in a moment.')
}

/** Returns whether the user waits for a guardian, and may call only routes that `isAllowedWithoutGuardian` allows. */
export const isWaitingForGuardian = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  user: UserContext['viewer'],
) => {
  const age = await findAge(db, user)
  return config.guardianConsent && age?.band === '13-to-17' && age.guardianConfirmedAt === null
}
