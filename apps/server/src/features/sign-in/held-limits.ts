import { isIP } from 'node:net'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { networksOf } from '#platform/security/network.ts'
import { deleteHeld, selectHeld } from '#platform/security/throttle.ts'
import { nameMac } from './log-in/attempt-buckets.ts'
import { selectAccount } from './queries.ts'

type Caller = Pick<Context, 'db' | 'now' | 'secrets'>

/** Something that is counted: of what, how often by now, and when that is forgotten. */
export type HeldLimit = { what: string; count: number; endsAt: string }

/**
 * By what the keys of somebody's limits are known, or of a network's: names and addresses stand in them as a MAC.
 * @throws Problem 'not-found' when no account has that username or e-mail address
 */
async function marksOf({ db, now, secrets }: Caller, who: string): Promise<string[]> {
  if (isIP(who)) {
    const { household, neighbourhood } = networksOf(who)
    return [household, neighbourhood].map((network) => secrets.mac('network', network))
  }
  const account = await selectAccount(db, who.toLowerCase(), now)
  if (!account) throw new Problem('not-found', `There is no account with the username or e-mail address "${who}".`)
  const names = [account.username, account.email.toLowerCase()].map((one) => nameMac({ secrets }, one))
  return [account.id, secrets.mac('account', account.id), ...names]
}

/** What is counted of a user, or of the network of an address. */
export async function heldLimits(ctx: Caller, who: string): Promise<HeldLimit[]> {
  const held = await selectHeld(ctx.db, await marksOf(ctx, who), ctx.now)
  return held.map(({ key, count, endsAt }) => ({ what: key.split(':', 1)[0] ?? key, count, endsAt }))
}

/** Forgets what was counted of a user, or of the network of an address: they begin anew. Gives how many it was. */
export const liftLimits = async (ctx: Caller, who: string): Promise<number> =>
  (await deleteHeld(ctx.db, await marksOf(ctx, who))).length
