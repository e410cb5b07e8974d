import type { Assertion } from '@pawtrait/contract/sign-in/passkeys.ts'
import type { AuthenticationResponseJSON, VerifiedAuthenticationResponse } from '@simplewebauthn/server'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { answeredChallenge, invalidPasskey, newChallenge, useUp } from './challenge.ts'
import { type PasskeyOwner, selectPasskeyOwner, updatePasskeyUsed } from './passkey-queries.ts'
import { requireRelyingParty } from './relying-party.ts'

/** What the browser proves a passkey by, any that it has for this site. */
export async function proofOptions(ctx: Context) {
  const { id } = requireRelyingParty(ctx.config)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: id,
    challenge: newChallenge(ctx, 'proof'),
    userVerification: 'preferred',
  })
}

/** A passkey that was proven; `use` must be called in the transaction of what it was proven for. */
export type Proven = { owner: PasskeyOwner; use: (db: Db) => Promise<void> }

/**
 * Whose passkey it is that has signed.
 * @throws Problem 'invalid-passkey' for another site's, one that was removed, an answer to no challenge of ours or to
 * one answered before, and a counter that goes back
 */
export async function provePasskey(
  ctx: Context,
  assertion: Assertion,
  is: 'here' | 'departed' = 'here',
): Promise<Proven> {
  const owner = await selectPasskeyOwner(ctx.db, Buffer.from(assertion.id, 'base64url'), is)
  if (!owner) throw invalidPasskey()
  const { answered, counter } = await verified(ctx, assertion, owner)
  const use = async (db: Db) => {
    await useUp(db, answered)
    if (!(await updatePasskeyUsed(db, owner.id, counter, ctx.now))) throw invalidPasskey()
  }
  return { owner, use }
}

async function verified(ctx: Context, assertion: Assertion, owner: PasskeyOwner) {
  const { id, origin } = requireRelyingParty(ctx.config)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const answered = answeredChallenge(ctx, 'proof', assertion.response.clientDataJSON)
  const answer: VerifiedAuthenticationResponse | null = await verifyAuthenticationResponse({
    response: assertion as AuthenticationResponseJSON,
    expectedChallenge: answered.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: assertion.id,
      publicKey: Uint8Array.from(owner.publicKey),
      counter: owner.counter,
      transports: owner.transports,
    },
    requireUserVerification: false,
  }).catch(() => null)
  const handle = assertion.response.userHandle
  const isOwners = !handle || Buffer.from(handle, 'base64url').toString('hex') === owner.userId.replaceAll('-', '')
  if (!answer?.verified || !isOwners) throw invalidPasskey()
  return { answered, counter: answer.authenticationInfo.newCounter }
}
