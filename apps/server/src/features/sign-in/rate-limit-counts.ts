import { isIP } from 'node:net'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { getNetworks } from '#platform/security/network.ts'
import { deleteBuckets, selectBuckets } from '#platform/security/throttle.ts'
import { computeIdentifierMac } from './log-in/attempt-buckets.ts'
import { selectAccount } from './queries.ts'

type Caller = Pick<Context, 'db' | 'now' | 'secrets'>

/** A counter of a rate limit: the limited action, the count, and the end of the time window. */
export type RateLimitCount = { what: string; count: number; endsAt: string }

/** Returns the key parts that identify a user or network in limits. @throws Problem 'not-found' for an unknown user */
async function findKeyParts({ db, now, secrets }: Caller, subject: string): Promise<string[]> {
  if (isIP(subject)) {
    const { household, neighbourhood } = getNetworks(subject)
    return [household, neighbourhood].map((network) => secrets.mac('network', network))
  }
  const account = await selectAccount(db, subject.toLowerCase(), now)
  if (!account) throw new Problem('not-found', `There is no account with the username or email "${subject}".`)
  const names = [account.username, account.email.toLowerCase()].map((name) => computeIdentifierMac({ secrets }, name))
  return [account.id, secrets.mac('account', account.id), ...names]
}

/** Returns the current rate-limit counts of a user (by username or email), or of the networks of an IP address. */
export async function listRateLimitCounts(ctx: Caller, subject: string): Promise<RateLimitCount[]> {
  const buckets = await selectBuckets(ctx.db, await findKeyParts(ctx, subject), ctx.now)
  return buckets.map(({ key, count, endsAt }) => ({ what: key.split(':', 1)[0] ?? key, count, endsAt }))
}

/** Deletes the counts of a user, or of the networks of an IP address; returns the number of deleted counts. */
export const resetRateLimitCounts = async (ctx: Caller, subject: string): Promise<number> =>
  (await deleteBuckets(ctx.db, await findKeyParts(ctx, subject))).length
