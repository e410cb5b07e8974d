import * as v from 'valibot'

const Text = v.pipe(v.string(), v.maxLength(128))

/** What a proof of work is for; one is good for nothing else. */
export const ProofPurpose = v.picklist(['log-in', 'sign-up', 'photo-request'])
export type ProofPurpose = v.InferOutput<typeof ProofPurpose>

/**
 * A puzzle to solve before the request is repeated, signed by the server: the number from 0 on with which PBKDF2 of
 * nonce and number, salted, gives a key with that prefix. `most`: the number is no larger.
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

/** The challenge as it came, with its solution: what a repeated request brings along as `proof`. */
export const Proof = v.object({ challenge: ProofChallenge, counter: v.number(), derivedKey: Text })
export type Proof = v.InferOutput<typeof Proof>
