import type { UserId } from '@pawtrait/contract/ids.ts'
import { type Challenge, countChallengeTry, markMailChallengeUsed, selectChallenge } from '#features/sign-in/queries.ts'
import { type OpenedSession, openSession } from '#features/sign-in/sessions/open-session.ts'
import { activateUser } from '#features/sign-in/sign-up/activate-user.ts'
import { clearCookie, type RequestCookies } from '#features/users/account/session-cookie.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { violatedUniqueConstraint } from '#platform/database/db-errors.ts'
import { countAttempt, subtractAttempt } from '#platform/security/throttle.ts'
import { hashToken } from '#platform/security/token.ts'
import { ipAddressBuckets } from './attempt-buckets.ts'
import { runAndLogOutcome } from './log-outcome.ts'
import {
  codeExpiredProblem,
  codeReplacedProblem,
  invalidCodeProblem,
  isCorrectCode,
  subtractUsedCode,
} from './mail-code.ts'

type TypedCode = { code: string; remember: boolean }

/**
 * Logs in with a mailed code, in the browser that requested it. A code works once and allows five tries. With
 * `remember`, the browser becomes a known device. The code also proves the e-mail address of a pending account.
 * @throws Problem 'invalid-code', 'code-expired', 'code-replaced', 'too-many-attempts'.
 */
export const answerChallenge = (ctx: Context, browser: RequestCookies, typed: TypedCode): Promise<OpenedSession> =>
  runAndLogOutcome(
    ctx,
    'code',
    () => completeLogIn(ctx, browser, typed),
    ({ user }) => ({ outcome: 'signed-in', user: user.id }),
  )

async function completeLogIn(ctx: Context, browser: RequestCookies, typed: TypedCode): Promise<OpenedSession> {
  const buckets = ipAddressBuckets(ctx)
  await ctx.transaction(({ db }) => countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
  const challenge = await requireCorrectCode(ctx, browser, typed.code)
  const account = { id: challenge.userId }
  try {
    const opened = await openSession(ctx, browser, account, {
      device: typed.remember ? 'remember' : 'forget',
      timeZone: challenge.timeZone ?? undefined,
      isProof: true,
      first: async (tx) => {
        const { db } = tx
        await consumeChallenge(db, challenge)
        await activateUser(tx, account.id)
        await subtractAttempt(db, buckets)
        await subtractUsedCode(ctx, db, account.id)
      },
    })
    return { ...opened, cookies: [...opened.cookies, clearCookie('pt_chal')] }
  } catch (error) {
    // Another account proved the same e-mail address first.
    if (violatedUniqueConstraint(error) === 'users_email') throw codeReplacedProblem()
    throw error
  }
}

async function requireCorrectCode(
  ctx: Context,
  browser: RequestCookies,
  typed: string,
): Promise<Challenge & { userId: UserId }> {
  const challenge = await countTry(ctx, browser)
  const { id, userId, codeHash, triesLeft } = challenge
  if (!isCorrectCode(ctx, id, typed, codeHash) || !userId) throw invalidCodeProblem(triesLeft)
  return { ...challenge, userId }
}

async function consumeChallenge(db: Db, { id }: Challenge) {
  const [used] = await markMailChallengeUsed(db, id)
  if (!used) throw codeReplacedProblem()
}

/** Uses up this browser's code for this user. @throws Problem 'invalid-code', 'code-expired', 'code-replaced' */
export async function consumeCode(ctx: Context, browser: RequestCookies, typed: string, user: UserId): Promise<void> {
  const challenge = await requireCorrectCode(ctx, browser, typed)
  if (challenge.userId !== user) throw invalidCodeProblem(challenge.triesLeft)
  await ctx.transaction(async ({ db }) => {
    await consumeChallenge(db, challenge)
    await subtractUsedCode(ctx, db, user)
  })
}

/** Counts a try before the code is checked, so that concurrent tries do not exceed five. */
async function countTry(ctx: Context, { pt_chal }: RequestCookies): Promise<Challenge> {
  // The cookie expired together with the code, or this browser did not request the code.
  if (!pt_chal) throw codeExpiredProblem()
  const hash = hashToken(pt_chal)
  const challenge = await countChallengeTry(ctx.db, hash, ctx.now)
  if (challenge) return challenge
  const invalid = await selectChallenge(ctx.db, hash)
  if (!invalid || invalid.used) throw codeReplacedProblem()
  throw invalid.triesLeft > 0 ? codeExpiredProblem() : invalidCodeProblem()
}
