import { getPasskeyOffer } from '@pawtrait/contract/sign-in/passkeys.ts'
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { supportsPasskeys } from './passkey-ceremonies.ts'

const key = ['passkey-offer']

/**
 * Shows a passkey offer in the feed after a user's first log-in with a zip code. If the account has a password, shows
 * no offer. Returns true if the server then offers a passkey in addition to the password.
 */
export async function offerPasskeyInFeed(queries: QueryClient): Promise<boolean> {
  if (!supportsPasskeys()) return false
  const { offered, keepsPassword } = await call(getPasskeyOffer)
  if (offered && !keepsPassword) queries.setQueryData(key, true)
  return offered && keepsPassword
}

export const useIsPasskeyOffered = () => useQuery<boolean>({ queryKey: key, queryFn: skipToken }).data === true

export const endPasskeyOffer = (queries: QueryClient) => queries.setQueryData(key, false)
