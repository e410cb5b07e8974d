import type { RestoreProof } from '@pawtrait/contract/erasure.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { recordAccountEvent } from '#features/sign-in/credentials/account-events.ts'
import { verifySecret } from '#features/sign-in/credentials/check-secret.ts'
import { accountBuckets, identifierBuckets, ipAddressBuckets } from '#features/sign-in/log-in/attempt-buckets.ts'
import { canonicaliseIdentifier } from '#features/sign-in/log-in/canonicalise-identifier.ts'
import { withMinimumResponseTime } from '#features/sign-in/log-in/minimum-response-time.ts'
import { verifyPasskey } from '#features/sign-in/passkeys/verify-passkey.ts'
import { consumeRecoveryCode } from '#features/sign-in/recovery-codes/consume-recovery-code.ts'
import { findDeletedUser, findDeletedUserById, undeleteUser } from '#features/users/account/soft-delete.ts'
import type { Context, Tx } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt, type RateLimitBucket, subtractAttempt, tryCountAttempt } from '#platform/security/throttle.ts'
import { isValidRestoreToken, readUserIdFromToken } from './restore-token.ts'

const expiredLinkProblem = () => new Problem('link-expired', 'This link was used or has expired.')
const wrongSecretProblem = () => new Problem('wrong-secret', 'No account deleted in the last 30 days matches.')

// Replaces the error code 'invalid-code', because it would reveal that there is a deleted account of this name.
function throwAsWrongSecret(error: unknown): never {
  throw error instanceof Problem && error.code === 'invalid-code' ? wrongSecretProblem() : error
}

/** A user with proven identity. `use` marks the proof as used, in the transaction that restores the account. */
type ProvenUser = { user: UserId; buckets: readonly RateLimitBucket[]; use?: (tx: Tx) => Promise<void> }

/**
 * Restores an account deleted within thirty days, without a session. Throttled like log-ins; takes at least 250 ms. The
 * response is the same for an unknown name, an active or erased account, and a wrong secret or code.
 * @throws Problem 'link-expired', 'wrong-secret', 'invalid-passkey', 'too-many-attempts'
 */
export const restoreAccount = (ctx: Context, proof: RestoreProof): Promise<{ username: string }> =>
  withMinimumResponseTime(ctx, async () => {
    const { user, buckets, use } = await verifyProof(ctx, proof)
    const username = await restoreUser(ctx, user, async (tx) => {
      await use?.(tx)
      await subtractAttempt(tx.db, buckets)
    })
    if (!username) throw proof.token === undefined ? wrongSecretProblem() : expiredLinkProblem()
    return { username }
  })

/**
 * Restores a deleted account and returns its username. Undefined for an active account, after thirty days, and for an
 * account marked as under 13. `onRestored` runs in the same transaction.
 */
export async function restoreUser(ctx: Context, user: UserId, onRestored?: (tx: Tx) => Promise<void>) {
  const username = await ctx.transaction(async (tx) => {
    const name = await undeleteUser(ctx, tx.db, user)
    if (!name) return undefined
    await onRestored?.(tx)
    await recordAccountEvent(ctx, tx.db, user, 'account-restored')
    await tx.job('mail-account-changed', { user, kind: 'account-restored' })
    await tx.job('settle-departed', { user })
    return name
  })
  if (username) ctx.log.info('account-restored', { user, requestId: ctx.requestId })
  return username
}

async function verifyProof(ctx: Context, proof: RestoreProof): Promise<ProvenUser> {
  const buckets = ipAddressBuckets(ctx)
  if (proof.token === undefined && !proof.passkey) return verifyProofByName(ctx, proof)
  await ctx.transaction(({ db }) => countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
  if (proof.passkey) {
    const { owner, use } = await verifyPasskey(ctx, proof.passkey, 'departed')
    return { user: owner.userId, buckets, use: ({ db }) => use(db) }
  }
  const { token = '' } = proof
  const id = readUserIdFromToken(token)
  const deletedUser = id && (await findDeletedUserById(ctx.db, id))
  if (!deletedUser || !isValidRestoreToken(ctx, token, deletedUser)) throw expiredLinkProblem()
  return { user: deletedUser.id, buckets }
}

async function verifyProofByName(
  ctx: Context,
  { usernameOrEmail = '', recoveryCode, ...secret }: RestoreProof,
): Promise<ProvenUser> {
  ctx.secrets.refuseWhenBusy()
  const identifier = canonicaliseIdentifier(usernameOrEmail)
  const buckets = [...identifierBuckets(ctx, identifier), ...ipAddressBuckets(ctx)]
  await ctx.transaction(({ db }) => countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
  const deletedUser = await findDeletedUser(ctx.db, identifier)
  // Limits guesses per account; guesses by username and by e-mail address share the limit.
  const sharedBuckets = accountBuckets(ctx, deletedUser?.id ?? identifier)
  const isAttemptAllowed = await tryCountAttempt(ctx, sharedBuckets)
  const candidate = isAttemptAllowed ? deletedUser : undefined
  const allBuckets = [...buckets, ...sharedBuckets]
  if (recoveryCode !== undefined) {
    if (!candidate) throw wrongSecretProblem()
    const use = (tx: Tx) => consumeRecoveryCode(ctx, tx, candidate.id, recoveryCode).catch(throwAsWrongSecret)
    return { user: candidate.id, buckets: allBuckets, use }
  }
  const isCorrect = await verifySecret(ctx.secrets, candidate, secret.password ?? secret.zipcode ?? '')
  if (!candidate || !isCorrect) throw wrongSecretProblem()
  return { user: candidate.id, buckets: allBuckets }
}
