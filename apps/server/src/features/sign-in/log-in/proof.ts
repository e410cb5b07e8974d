import { Proof, type ProofChallenge, type ProofPurpose } from '@pawtrait/contract/sign-in/proofs.ts'
import * as v from 'valibot'
import type { Context } from '#platform/context.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { Problem } from '#platform/problem.ts'
import { type Bucket, type Counts, countAttempt } from '#platform/security/throttle.ts'

/** How long one may work on a challenge. */
export const PROOF_SECONDS = 300

const ALGORITHM = 'PBKDF2/SHA-256'
// What a browser tries as one round: enough that calling its cryptography is not what costs.
const ROUND_COST = 1_000
// Work doubles with the attack, three times at most: the slowest phone must come through.
const MOST_DOUBLINGS = 3

const countProof = counter('proofs_total', 'Proofs of work, by what for and how they ended', ['purpose', 'outcome'])

/** Work that has been asked for and is missing, or does not count. */
class NoProof extends Error {}

// Two secrets of the pepper: every node has the same.
const secretsOf = ({ secrets }: Pick<Context, 'secrets'>) => ({
  hmacSignatureSecret: secrets.mac('proof', 'challenge'),
  hmacKeySignatureSecret: secrets.mac('proof', 'key'),
})

// Loaded when somebody is attacked.
const load = async () => ({
  ...(await import('altcha-lib')),
  ...(await import('altcha-lib/algorithms/pbkdf2')),
})

async function newChallenge(ctx: Context, purpose: ProofPurpose, level: number): Promise<ProofChallenge> {
  const { createChallenge, deriveKey, randomInt } = await load()
  const doublings = Math.min(MOST_DOUBLINGS, Math.floor(Math.log2(Math.max(1, level))))
  const most = 2 * ctx.config.proofRounds * 2 ** doublings
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: ROUND_COST,
    counter: randomInt(most, 0),
    data: { purpose, most },
    deriveKey,
    expiresAt: Math.floor(ctx.now.getTime() / 1000) + PROOF_SECONDS,
    ...secretsOf(ctx),
  })
  return challenge as ProofChallenge
}

/** The work that `countProven` will ask for at level 1, for who does it before they ask. */
export const proofChallenge = (ctx: Context, purpose: ProofPurpose) => newChallenge(ctx, purpose, 1)

type Judged = { is: 'fits'; nonce: string } | { is: 'missing' | 'unreadable' | 'other' | 'expired' | 'wrong' }

/** Judges a solution by digests alone: nothing is hashed for it, nothing is read. */
async function judge(ctx: Context, purpose: ProofPurpose, given: unknown): Promise<Judged> {
  if (given === undefined) return { is: 'missing' }
  const parsed = v.safeParse(Proof, given)
  if (!parsed.success) return { is: 'unreadable' }
  const { challenge, counter: found, derivedKey } = parsed.output
  const { data, expiresAt, nonce } = challenge.parameters
  if (data.purpose !== purpose) return { is: 'other' }
  if (expiresAt <= ctx.now.getTime() / 1000) return { is: 'expired' }
  const { deriveKey, verifySolution } = await load()
  const solution = { counter: found, derivedKey }
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(ctx) })
  return verified ? { is: 'fits', nonce } : { is: 'wrong' }
}

/** A bucket with room for one: who comes first with a solution has spent it, for all nodes. */
const spent = (nonce: string): Bucket => ({ key: `proof:${nonce}`, most: 1, seconds: PROOF_SECONDS })

/** An attempt that may have to bring a proof of work along. */
type Attempt = {
  purpose: ProofPurpose
  buckets: readonly Bucket[]
  /** As the request brings it. */
  proof: unknown
  /** How much of an attack it is, seen what the buckets hold; 0: no work is asked for. */
  level: (counts: Counts) => number
}

/**
 * Counts an attempt, as `countAttempt`, and lets it pass when no work is asked for or it was done. What is refused is
 * not counted, and spends nothing.
 * @throws Problem 'too-many-attempts'; 'proof-required' with a challenge.   @see security.md §2.4
 */
export async function countProven(ctx: Context, { purpose, buckets, proof, level }: Attempt): Promise<void> {
  const judged = await judge(ctx, purpose, proof)
  let asked = 0
  try {
    await ctx.transaction(async ({ db }) => {
      asked = level(await countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
      if (asked === 0) return
      if (judged.is !== 'fits') throw new NoProof()
      await countAttempt(db, ctx.now, [spent(judged.nonce)])
    })
    if (asked > 0) countProof(purpose, 'passed')
  } catch (error) {
    const isReplayed = error instanceof Problem && error.code === 'too-many-requests'
    if (!isReplayed && !(error instanceof NoProof)) throw error
    countProof(purpose, isReplayed ? 'replayed' : judged.is)
    throw new Problem('proof-required', 'Solve the challenge and send this again with the solution as proof.', {
      challenge: await newChallenge(ctx, purpose, asked),
    })
  }
}
