import type { ProofChallenge, ProofOfWork } from '@pawtrait/contract/sign-in/proof-of-work.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** Solves a proof of work like a browser. @throws Error when there is no solution */
export async function solveProof(challenge: ProofChallenge | undefined): Promise<ProofOfWork> {
  const solution = challenge && (await solveChallenge({ challenge, deriveKey }))
  if (!challenge || !solution) throw new Error('The challenge has no solution.')
  return { challenge, counter: solution.counter, derivedKey: solution.derivedKey }
}
