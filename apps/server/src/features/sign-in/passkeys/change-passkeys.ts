import type { PasskeyId } from '@pawtrait/contract/ids.ts'
import type { Passkey } from '@pawtrait/contract/sign-in/passkeys.ts'
import { logOutElsewhere } from '#features/sign-in/credentials/change-secret.ts'
import { updateSecret } from '#features/sign-in/credentials/credential-queries.ts'
import { recordCredentialChange } from '#features/sign-in/credentials/record-credential-change.ts'
import { requireZipCode } from '#features/sign-in/credentials/require-zip-code.ts'
import { selectAccountById } from '#features/sign-in/queries.ts'
import { lockOwnAccount } from '#features/sign-in/sessions/lock-own-account.ts'
import type { RequestCookies, SetCookie } from '#features/users/account/session-cookie.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deletePasskey, selectPasskeys, updatePasskeyName } from './passkey-queries.ts'

const passkeyNotFoundProblem = () => new Problem('not-found', 'There is no such passkey.')

export async function renamePasskey(ctx: UserContext, id: PasskeyId, name: string): Promise<Passkey> {
  const passkey = await updatePasskeyName(ctx.db, ctx.viewer, id, name)
  if (!passkey) throw passkeyNotFoundProblem()
  return passkey
}

/**
 * Removes a passkey and logs out all other browsers. The last credential needs a zip code as replacement.
 * @throws Problem 'not-found'; 'validation-failed' for a missing zip code
 */
export async function removePasskey(
  ctx: UserContext,
  browser: RequestCookies,
  id: PasskeyId,
  zipcode: string | undefined,
): Promise<SetCookie[]> {
  // Hashes before the account is locked, because hashing is slow. The hash may turn out not to be needed.
  const zipHash = zipcode === undefined ? undefined : await ctx.secrets.hash(zipcode)
  const cookies = await ctx.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx.db)
    if (!(await deletePasskey(tx.db, ctx.viewer, id))) throw passkeyNotFoundProblem()
    const account = await selectAccountById(tx.db, ctx.viewer, ctx.now)
    if (!account?.passwordHash && (await selectPasskeys(tx.db, ctx.viewer)).length === 0)
      await updateSecret(
        tx.db,
        ctx.viewer,
        { zipHash: requireZipCode(zipHash), passwordHash: null },
        'passkey',
        ctx.now,
      )
    const deviceCookies = await logOutElsewhere(ctx, tx, browser)
    await recordCredentialChange(ctx, tx, 'passkey-removed')
    return deviceCookies
  })
  ctx.log.info('passkey-removed', { user: ctx.viewer, requestId: ctx.requestId })
  return cookies
}
