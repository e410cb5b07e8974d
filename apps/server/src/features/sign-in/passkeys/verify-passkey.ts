import type { PasskeyAssertion } from '@pawtrait/contract/sign-in/passkeys.ts'
import type { AuthenticationResponseJSON, VerifiedAuthenticationResponse } from '@simplewebauthn/server'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { consumeChallenge, createPasskeyChallenge, invalidPasskeyProblem, readAnsweredChallenge } from './challenge.ts'
import { markPasskeyUsed, type PasskeyOwner, selectPasskeyOwner } from './passkey-queries.ts'
import { requireRelyingParty } from './relying-party.ts'

/** Returns WebAuthn request options that allow any passkey of this site. */
export async function buildRequestOptions(ctx: Context) {
  const { id } = requireRelyingParty(ctx.config)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: id,
    challenge: createPasskeyChallenge(ctx, 'proof'),
    userVerification: 'preferred',
  })
}

/** A verified passkey. Call `use` in the transaction of the log-in or change, so that its challenge works only once. */
export type VerifiedPasskey = { owner: PasskeyOwner; use: (db: Db) => Promise<void> }

/**
 * Verifies a WebAuthn assertion and returns the owner of the passkey.
 * @throws Problem 'invalid-passkey' for a removed passkey, a passkey of another site, and a challenge that is not ours;
 * `use` throws it for a used challenge, and for a counter that does not rise
 */
export async function verifyPasskey(
  ctx: Context,
  assertion: PasskeyAssertion,
  accountState: 'here' | 'departed' = 'here',
): Promise<VerifiedPasskey> {
  const owner = await selectPasskeyOwner(ctx.db, Buffer.from(assertion.id, 'base64url'), accountState)
  if (!owner) throw invalidPasskeyProblem()
  const { solvedChallenge, counter } = await verifyAssertion(ctx, assertion, owner)
  const use = async (db: Db) => {
    await consumeChallenge(db, solvedChallenge)
    if (!(await markPasskeyUsed(db, owner.id, counter, ctx.now))) throw invalidPasskeyProblem()
  }
  return { owner, use }
}

async function verifyAssertion(ctx: Context, assertion: PasskeyAssertion, owner: PasskeyOwner) {
  const { id, origin } = requireRelyingParty(ctx.config)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const solvedChallenge = readAnsweredChallenge(ctx, 'proof', assertion.response.clientDataJSON)
  const result: VerifiedAuthenticationResponse | null = await verifyAuthenticationResponse({
    response: assertion as AuthenticationResponseJSON,
    expectedChallenge: solvedChallenge.challenge,
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
  const isOwnersHandle =
    !handle || Buffer.from(handle, 'base64url').toString('hex') === owner.userId.replaceAll('-', '')
  if (!result?.verified || !isOwnersHandle) throw invalidPasskeyProblem()
  return { solvedChallenge, counter: result.authenticationInfo.newCounter }
}
