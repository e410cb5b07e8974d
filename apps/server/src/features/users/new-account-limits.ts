import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { madeAt } from '#platform/database/id.ts'
import { fieldProblem } from '#platform/problem.ts'
import { selectCreatedAt } from './queries.ts'

const FIRST_HOUR_MS = 3_600_000

/** For so many days an account is new, and may do less. */
export const NEW_FOR_DAYS = 7

/** How many days old an account is at an instant. */
export const daysOld = (user: UserId, at: Date): number => (at.getTime() - madeAt(user).getTime()) / DAY_MS

/** Whether something was made by an account that was new then; by their ids. */
export const isOfNewAccount = (user: UserId, thing: string): boolean => daysOld(user, madeAt(thing)) < NEW_FOR_DAYS

// An address, or somebody's name after a sign: what unwanted advertising is made of.
const reachesOut = /https?:\/\/|www\.|(?:^|[^\p{L}\p{N}_])@[a-z0-9_.]{2,30}/iu

/** Milliseconds until an account leaves its first hour; 0 afterwards, and where nobody is held (local, LAN). */
export async function newAccountLeftMs(ctx: UserContext): Promise<number> {
  if (ctx.config.mode !== 'production') return 0
  const account = await selectCreatedAt(ctx.db, ctx.viewer)
  return account ? Math.max(0, Date.parse(account.createdAt) + FIRST_HOUR_MS - ctx.now.getTime()) : FIRST_HOUR_MS
}

/** What somebody writes, by field; several texts of one field as a list. */
type Words = Record<string, string | readonly string[] | undefined>

/**
 * Keeps links and mentions out of what others will read of accounts in their first hour (security.md §3.4).
 * @throws Problem 'validation-failed' naming the first field that holds one.
 */
export async function refuseNewAccountLinks(ctx: UserContext, words: Words): Promise<void> {
  const field = Object.keys(words).find((name) => [words[name] ?? ''].flat().some((text) => reachesOut.test(text)))
  if (field === undefined || (await newAccountLeftMs(ctx)) === 0) return
  throw fieldProblem(field, 'too-early', 'A new account can write links and mentions after its first hour.')
}
