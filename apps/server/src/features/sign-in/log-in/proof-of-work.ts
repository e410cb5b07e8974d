import { type ProofChallenge, ProofOfWork, type ProofPurpose } from '@pawtrait/contract/sign-in/proof-of-work.ts'
import * as v from 'valibot'
import type { Context } from '#platform/context.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { Problem } from '#platform/problem.ts'
import { type BucketCounts, countAttempt, type RateLimitBucket } from '#platform/security/throttle.ts'

export const PROOF_SECONDS = 300

const ALGORITHM = 'PBKDF2/SHA-256'
// Iterations per round. With fewer, the overhead of calls to the browser's cryptography would dominate.
const ROUND_COST = 1_000
// The stronger the attack, the more work is required. At most three doublings, so that slow phones can still solve it.
const MAX_DOUBLINGS = 3

const countProof = counter('proofs_total', 'Proofs of work by purpose and outcome', ['purpose', 'outcome'])

class NoProofError extends Error {}

// Two secrets derived from the pepper, the same on every node.
const deriveSecrets = ({ secrets }: Pick<Context, 'secrets'>) => ({
  hmacSignatureSecret: secrets.mac('proof', 'challenge'),
  hmacKeySignatureSecret: secrets.mac('proof', 'key'),
})

// Loads the library at the first proof of work, because it is needed only during an attack.
const loadLibrary = async () => ({
  ...(await import('altcha-lib')),
  ...(await import('altcha-lib/algorithms/pbkdf2')),
})

async function newChallenge(ctx: Context, purpose: ProofPurpose, level: number): Promise<ProofChallenge> {
  const { createChallenge, deriveKey, randomInt } = await loadLibrary()
  const doublings = Math.min(MAX_DOUBLINGS, Math.floor(Math.log2(Math.max(1, level))))
  const maxRounds = 2 * ctx.config.proofRounds * 2 ** doublings
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: ROUND_COST,
    counter: randomInt(maxRounds, 0),
    data: { purpose, most: maxRounds },
    deriveKey,
    expiresAt: Math.floor(ctx.now.getTime() / 1000) + PROOF_SECONDS,
    ...deriveSecrets(ctx),
  })
  return challenge as ProofChallenge
}

export const createProofChallenge = (ctx: Context, purpose: ProofPurpose) => newChallenge(ctx, purpose, 1)

type ProofCheck = { is: 'fits'; nonce: string } | { is: 'missing' | 'unreadable' | 'other' | 'expired' | 'wrong' }

/** Verifies the signatures of a solution. This needs no key derivation and no database access. */
async function checkProof(ctx: Context, purpose: ProofPurpose, proof: unknown): Promise<ProofCheck> {
  if (proof === undefined) return { is: 'missing' }
  const parsed = v.safeParse(ProofOfWork, proof)
  if (!parsed.success) return { is: 'unreadable' }
  const { challenge, counter: solutionCounter, derivedKey } = parsed.output
  const { data, expiresAt, nonce } = challenge.parameters
  if (data.purpose !== purpose) return { is: 'other' }
  if (expiresAt <= ctx.now.getTime() / 1000) return { is: 'expired' }
  const { deriveKey, verifySolution } = await loadLibrary()
  const solution = { counter: solutionCounter, derivedKey }
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...deriveSecrets(ctx) })
  return verified ? { is: 'fits', nonce } : { is: 'wrong' }
}

/** Rate limit of one use per solution, counted in the database, so that it holds on all nodes. */
const onceBucket = (nonce: string): RateLimitBucket => ({ key: `proof:${nonce}`, most: 1, seconds: PROOF_SECONDS })

type Attempt = {
  purpose: ProofPurpose
  buckets: readonly RateLimitBucket[]
  /** Proof of work as sent in the request, not yet validated. */
  proof: unknown
  /** Computes the level of the attack from the counts. 0: no proof is required. */
  level: (counts: BucketCounts) => number
}

/**
 * Counts an attempt as `countAttempt` does, and requires a proof of work when `level` is above 0. If the attempt is
 * refused, it does not count, and its proof can be used again.
 * @throws Problem 'too-many-attempts'; 'proof-required' with a challenge.
 */
export async function countAttemptWithProof(ctx: Context, { purpose, buckets, proof, level }: Attempt): Promise<void> {
  const checked = await checkProof(ctx, purpose, proof)
  let requiredLevel = 0
  try {
    await ctx.transaction(async ({ db }) => {
      requiredLevel = level(await countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
      if (requiredLevel === 0) return
      if (checked.is !== 'fits') throw new NoProofError()
      await countAttempt(db, ctx.now, [onceBucket(checked.nonce)])
    })
    if (requiredLevel > 0) countProof(purpose, 'passed')
  } catch (error) {
    const isReplayed = error instanceof Problem && error.code === 'too-many-requests'
    if (!isReplayed && !(error instanceof NoProofError)) throw error
    countProof(purpose, isReplayed ? 'replayed' : checked.is)
    throw new Problem('proof-required', 'Solve the challenge and send this again with the solution as proof.', {
      challenge: await newChallenge(ctx, purpose, requiredLevel),
    })
  }
}
