import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { accountEventsQuery, credentialsQuery } from '#features/sign-in/credentials/credentials-cache.ts'
import { sessionsQuery } from '#features/sign-in/sessions/use-sessions.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { passkeysQuery } from './passkeys-cache.ts'

/** What is shown of passkeys is read anew. */
export function refetchPasskeys(queries: QueryClient) {
  for (const { queryKey } of [passkeysQuery(), credentialsQuery(), accountEventsQuery(), sessionsQuery()])
    void queries.invalidateQueries({ queryKey })
}

/** What follows from a change of passkeys: what is shown of them is read anew, and it is said. */
export function usePasskeysChanged(onClose: () => void) {
  const queries = useQueryClient()
  const toast = useToast()
  return (text: string) => {
    refetchPasskeys(queries)
    toast({ text })
    onClose()
  }
}
