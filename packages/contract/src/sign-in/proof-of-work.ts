import * as v from 'valibot'

const Text = v.pipe(v.string(), v.maxLength(128))

/** The action for which a proof of work was made. Other actions do not accept the proof. */
export const ProofPurpose = v.picklist(['log-in', 'sign-up', 'photo-request'])
export type ProofPurpose = v.InferOutput<typeof ProofPurpose>

/**
 * A proof-of-work puzzle, signed by the server. The browser searches for a number from 0 to `most`. PBKDF2 over the
 * nonce and the number, with the salt, must give a key that starts with `keyPrefix`.
 */
export const ProofChallenge = v.object({
  parameters: v.object({
    algorithm: v.literal('PBKDF2/SHA-256'),
    nonce: Text,
    salt: Text,
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: Text,
    keySignature: Text,
    expiresAt: v.number(),
    data: v.object({ purpose: ProofPurpose, most: v.number() }),
  }),
  signature: Text,
})
export type ProofChallenge = v.InferOutput<typeof ProofChallenge>

/** The unchanged challenge and its solution. Sent as `proof` with the repeated request. */
export const ProofOfWork = v.object({ challenge: ProofChallenge, counter: v.number(), derivedKey: Text })
export type ProofOfWork = v.InferOutput<typeof ProofOfWork>
