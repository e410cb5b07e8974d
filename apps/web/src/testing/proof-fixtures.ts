import type { ProofChallenge } from '@pawtrait/contract/sign-in/proof-of-work.ts'

/** A proof-of-work challenge, as altcha-lib creates it on the server. */
export const solvableChallenge: ProofChallenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 1000,
    data: { most: 400, purpose: 'log-in' },
    expiresAt: 2_000_000_000,
    keyLength: 32,
    keyPrefix: '2d57d27fc65ef11dea2ee98807bd1165',
    keySignature: 'bfa61b0bc579a9a331fd3b75da4491791d5758353dce361174b9f3d8f67d2042',
    nonce: 'ec8b98c3f081cb19d5e4a3d1b1241834',
    salt: '499d68f9469b2368eaa05c59434a830d',
  },
  signature: '3d399b69b02714899c77ad37276a4fe46b013fb0981710377b66b50ff7bd1dff',
}

/** The solution of `solvableChallenge`, as altcha-lib finds it. */
export const proofSolution = {
  counter: 300,
  derivedKey: '2d57d27fc65ef11dea2ee98807bd1165025d2af67ecbe4703f372bd4660359ae',
}

const createUnsolvable = (maximum: number): ProofChallenge => ({
  ...solvableChallenge,
  parameters: { ...solvableChallenge.parameters, keyPrefix: 'no digit', data: { most: maximum, purpose: 'log-in' } },
})

/** A challenge without a solution. The search fails only after 200,000 attempts, which take minutes. */
export const slowChallenge = createUnsolvable(200_000)

/** A challenge without a solution. The search fails at once, because only very few attempts are possible. */
export const unsolvableChallenge = createUnsolvable(2)

/** Returns whether a request body contains a proof of work. */
export const hasProofOfWork = (sent: unknown): boolean => typeof sent === 'object' && sent !== null && 'proof' in sent
