import { getPasskeyOffer } from '@pawtrait/contract/sign-in/passkeys.ts'
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { supportsPasskeys } from './passkey-ceremonies.ts'

const key = ['passkey-offer']

/**
 * Shows a passkey offer in the feed after a log-in with a zip code. The server allows one offer for each user. Returns
 * whether the server offers a passkey in addition to a password.
 */
export async function offerPasskeyInFeed(queries: QueryClient): Promise<boolean> {
  if (!supportsPasskeys()) return false
  const { offered, keepsPassword } = await call(getPasskeyOffer)
  if (offered && !keepsPassword) queries.setQueryData(key, true)
  return offered && keepsPassword
}

export const useIsPasskeyOffered = () => useQuery<boolean>({ queryKey: key, queryFn: skipToken }).data === true

export const endPasskeyOffer = (queries: QueryClient) => queries.setQueryData(key, false)
