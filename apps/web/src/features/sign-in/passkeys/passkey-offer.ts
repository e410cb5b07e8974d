import { getPasskeyOffer } from '@pawtrait/contract/sign-in/passkeys.ts'
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { supportsPasskeys } from './passkey-ceremonies.ts'

const key = ['passkey-offer']

/**
 * Offers a passkey in the feed, if the server allows it after this log-in with a zip code: once for each user.
 * Returns whether one is offered beside a password.
 */
export async function offerPasskeyInFeed(queries: QueryClient): Promise<boolean> {
  if (!supportsPasskeys()) return false
  const { offered, keepsPassword } = await call(getPasskeyOffer)
  if (offered && !keepsPassword) queries.setQueryData(key, true)
  return offered && keepsPassword
}

export const useIsPasskeyOffered = () => useQuery<boolean>({ queryKey: key, queryFn: skipToken }).data === true

export const endPasskeyOffer = (queries: QueryClient) => queries.setQueryData(key, false)
