import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { timeOfId } from '#platform/database/id.ts'
import { fieldProblem } from '#platform/problem.ts'
import { selectCreatedAt } from './queries.ts'

const FIRST_HOUR_MS = 3_600_000

/** Number of days for which an account counts as new and has stricter limits. */
export const NEW_ACCOUNT_DAYS = 7

/** Age of an account at an instant in days, computed from the time in its id. */
export const accountAgeInDays = (user: UserId, at: Date): number => (at.getTime() - timeOfId(user).getTime()) / DAY_MS

/** Returns whether the account was new when `contentId` was created. Compares the times in the two ids. */
export const wasCreatedByNewAccount = (user: UserId, contentId: string): boolean =>
  accountAgeInDays(user, timeOfId(contentId)) < NEW_ACCOUNT_DAYS

const linkOrMention = /https?:\/\/|www\.|(?:^|[^\p{L}\p{N}_])@[a-z0-9_.]{2,30}/iu

/** Returns the rest of the viewer's first hour after sign-up, in ms; 0 when it is over. Always 0 outside production. */
export async function remainingFirstHourMs(ctx: UserContext): Promise<number> {
  if (ctx.config.mode !== 'production') return 0
  const account = await selectCreatedAt(ctx.db, ctx.viewer)
  return account ? Math.max(0, Date.parse(account.createdAt) + FIRST_HOUR_MS - ctx.now.getTime()) : FIRST_HOUR_MS
}

type TextFields = Record<string, string | readonly string[] | undefined>

/** Refuses links and mentions by an account in its first hour, against spam. @throws Problem 'validation-failed' */
export async function refuseNewAccountLinks(ctx: UserContext, texts: TextFields): Promise<void> {
  const field = Object.keys(texts).find((name) => [texts[name] ?? ''].flat().some((text) => linkOrMention.test(text)))
  if (field === undefined || (await remainingFirstHourMs(ctx)) === 0) return
  throw fieldProblem(field, 'too-early', 'A new account can write links and mentions after its first hour.')
}
