import type { PasskeyId } from '@pawtrait/contract/ids.ts'
import type { NewPasskeyCredential, Passkey } from '@pawtrait/contract/sign-in/passkeys.ts'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { logOutElsewhere } from '#features/sign-in/credentials/change-secret.ts'
import { deleteZipCode } from '#features/sign-in/credentials/credential-queries.ts'
import { recordCredentialChange } from '#features/sign-in/credentials/record-credential-change.ts'
import { describeBrowser } from '#features/sign-in/sessions/describe-browser.ts'
import { lockOwnAccount } from '#features/sign-in/sessions/lock-own-account.ts'
import type { RequestCookies, SetCookie } from '#features/users/account/session-cookie.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import { readViewer } from '#features/users/view.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import {
  type ChallengePurpose,
  consumeChallenge,
  createPasskeyChallenge,
  invalidPasskeyProblem,
  readAnsweredChallenge,
  type SolvedChallenge,
} from './challenge.ts'
import { insertPasskey, type NewPasskey, selectCredentialIds, selectPasskeys } from './passkey-queries.ts'
import { refuseAttestationCertificates } from './refuse-attestation-certificates.ts'
import { findRelyingParty, requireRelyingParty } from './relying-party.ts'

const MAX_PASSKEYS = 20
// EdDSA, ES256 and RS256, which authenticators support (IANA COSE algorithms).
const algorithms = [-8, -7, -257]

export const listPasskeys = async (ctx: UserContext): Promise<{ possible: boolean; passkeys: Passkey[] }> => ({
  possible: findRelyingParty(ctx.config) !== null,
  passkeys: await selectPasskeys(ctx.db, ctx.viewer),
})

export const createPasskeyOptions = (ctx: UserContext) => buildCreationOptions(ctx, { add: ctx.viewer })

/**
 * Returns WebAuthn creation options for a discoverable credential, so that users log in without typing a username.
 * @throws Problem 'conflict' above twenty passkeys, and where the site has no domain name
 */
export async function buildCreationOptions(ctx: UserContext, what: ChallengePurpose) {
  const { id } = requireRelyingParty(ctx.config)
  const credentials = await selectCredentialIds(ctx.db, ctx.viewer)
  refuseTooManyPasskeys(credentials)
  const viewer = await readViewer(ctx, ctx.viewer)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Pawtrait',
    rpID: id,
    userName: viewer.username,
    userDisplayName: viewer.fullname,
    userID: Uint8Array.from(Buffer.from(ctx.viewer.replaceAll('-', ''), 'hex')),
    challenge: createPasskeyChallenge(ctx, what),
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: credentials.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

export type AddedPasskey = { passkey: Passkey; cookies: SetCookie[] }

export const addPasskey = (
  ctx: UserContext,
  browser: RequestCookies,
  { name, credential }: { name?: string | undefined; credential: NewPasskeyCredential },
): Promise<AddedPasskey> =>
  storePasskey(ctx, browser, { name, credential, what: { add: ctx.viewer }, requiresUserPresence: true })

type CreatedPasskey = {
  name?: string | undefined
  credential: NewPasskeyCredential
  what: ChallengePurpose
  requiresUserPresence: boolean
  /** Runs in the transaction that stores the passkey, once the account is locked. */
  first?: (tx: Tx) => Promise<unknown>
}

/**
 * Stores a passkey that the browser created. The account's first passkey replaces the zip code, which is erased.
 * @throws Problem 'invalid-passkey'; 'conflict' for a credential in use, and above twenty passkeys
 */
export async function storePasskey(
  ctx: UserContext,
  browser: RequestCookies,
  created: CreatedPasskey,
): Promise<AddedPasskey> {
  const { solvedChallenge, key } = await verifyCredential(ctx, created)
  const name = created.name ?? describeBrowser(ctx.userAgent)
  const added = await ctx.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx.db)
    await created.first?.(tx)
    refuseTooManyPasskeys(await selectCredentialIds(tx.db, ctx.viewer))
    await consumeChallenge(tx.db, solvedChallenge)
    const passkey = await insertPasskey(tx.db, { ...key, name })
    if (!passkey) throw new Problem('conflict', 'This passkey is in use already.')
    const replaced = await deleteZipCode(tx.db, ctx.viewer, ctx.now)
    const cookies = replaced ? await logOutElsewhere(ctx, tx, browser) : []
    await recordCredentialChange(ctx, tx, 'passkey-added')
    return { passkey, cookies }
  })
  ctx.log.info('passkey-added', { user: ctx.viewer, requestId: ctx.requestId })
  return added
}

function refuseTooManyPasskeys(credentials: readonly unknown[]) {
  if (credentials.length >= MAX_PASSKEYS) throw new Problem('conflict', 'You have 20 passkeys. Remove one first.')
}

async function verifyCredential(
  ctx: UserContext,
  { credential, what, requiresUserPresence }: CreatedPasskey,
): Promise<{ solvedChallenge: SolvedChallenge; key: Omit<NewPasskey, 'name'> }> {
  const { id, origin } = requireRelyingParty(ctx.config)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const solvedChallenge = readAnsweredChallenge(ctx, what, credential.response.clientDataJSON)
  await enforceRateLimit(ctx, 'passkeys')
  await refuseAttestationCertificates(credential.response.attestationObject)
  const { verified: isVerified, registrationInfo: info } = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: solvedChallenge.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserPresence: requiresUserPresence,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!isVerified) throw invalidPasskeyProblem()
  const key = {
    id: newId<PasskeyId>(ctx.now),
    userId: ctx.viewer,
    credentialId: Buffer.from(info.credential.id, 'base64url'),
    publicKey: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    transports: credential.response.transports,
    isSynced: info.credentialBackedUp,
    now: ctx.now,
  }
  return { solvedChallenge, key }
}
