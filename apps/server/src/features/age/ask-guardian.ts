import { paths } from '@pawtrait/contract/paths.ts'
import { ageOf, lockAge } from '#features/users/age/keep-age.ts'
import { newToken } from '#features/users/sessions/session-cookie.ts'
import { viewerOf } from '#features/users/view.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { type Bucket, countAttempt, forgiveAttempt } from '#platform/throttle.ts'
import { guardianLetter } from './letters.ts'
import { deleteRequestsOf, upsertRequest } from './queries.ts'

const DAY_SECONDS = 86_400

const buckets = ({ viewer, secrets }: UserContext, email: string): Bucket[] => [
  { key: `guardian:${viewer}`, most: 5, seconds: DAY_SECONDS },
  // Nobody's mailbox is filled by many accounts.
  { key: `guardian-mail:${secrets.mac('guardian', email.toLowerCase())}`, most: 5, seconds: DAY_SECONDS },
]

/**
 * Sends a guardian of the viewer the link with which they confirm the account or refuse it. The last one sent counts.
 * @throws Problem 'conflict' where mail is off or nobody needs to be asked, 'validation-failed' for the viewer's own
 * address, 'too-many-requests' after five in a day, 'mail-unavailable'
 */
export async function askGuardian(ctx: UserContext, email: string): Promise<void> {
  if (!ctx.mail.on) throw new Problem('conflict', 'Mail is not set up here. Ask the operator of this site.')
  const viewer = await viewerOf(ctx, ctx.viewer)
  if (viewer.email.toLowerCase() === email.toLowerCase())
    throw fieldProblem('email', 'own', 'This is your own address. Type the one of a parent or guardian.')
  const token = newToken()
  await ctx.transaction(async ({ db }) => {
    const age = await lockAge({ db }, ctx.viewer)
    if (!ctx.config.guardianConsent || age?.band !== '13-to-17' || age.guardianConfirmedAt)
      throw new Problem('conflict', 'Nobody needs to be asked about this account.')
    await countAttempt(db, ctx.now, buckets(ctx, email))
    await upsertRequest(db, { user: ctx.viewer, email, tokenHash: token.hash, now: ctx.now })
  })
  const link = `${ctx.config.publicUrl}${paths.guardian}#${token.value}`
  await ctx.mail.send(guardianLetter(email, viewer, link)).catch((error: unknown) => takeBack(ctx, email, error))
  ctx.log.info('guardian-asked', { user: ctx.viewer, requestId: ctx.requestId })
}

/** Nobody got anything. */
async function takeBack(ctx: UserContext, email: string, error: unknown): Promise<never> {
  await ctx.transaction(async ({ db }) => {
    await deleteRequestsOf(db, ctx.viewer)
    await forgiveAttempt(db, buckets(ctx, email))
  })
  ctx.log.error('mail', error, { requestId: ctx.requestId })
  throw new Problem('mail-unavailable', 'The letter could not be sent. Try again in a moment.')
}

/** Whether somebody of that age may only look, until a guardian has confirmed them. */
export const isWaiting = async ({ db, config }: Pick<Context, 'db' | 'config'>, user: UserContext['viewer']) => {
  const age = await ageOf(db, user)
  return config.guardianConsent && age?.band === '13-to-17' && age.guardianConfirmedAt === null
}
