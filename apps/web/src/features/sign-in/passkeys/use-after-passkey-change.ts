import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { accountEventsQuery, credentialsQuery } from '#features/sign-in/credentials/credentials-cache.ts'
import { sessionsQuery } from '#features/sign-in/sessions/use-sessions.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { passkeysQuery } from './passkeys-cache.ts'

/** Invalidates the queries that depend on passkeys. */
export function refetchPasskeys(queries: QueryClient) {
  for (const { queryKey } of [passkeysQuery(), credentialsQuery(), accountEventsQuery(), sessionsQuery()])
    void queries.invalidateQueries({ queryKey })
}

/**
 * Returns a function to call after a change of a passkey. The function refetches the passkeys, shows a toast and closes
 * the dialog.
 */
export function useAfterPasskeyChange(onClose: () => void) {
  const queries = useQueryClient()
  const toast = useToast()
  return (text: string) => {
    refetchPasskeys(queries)
    toast({ text })
    onClose()
  }
}
