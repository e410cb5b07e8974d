import { useQueryClient } from '@tanstack/react-query'
import { accountEventsQuery, credentialsQuery } from '#features/users/credentials/credentials-cache.ts'
import { sessionsQuery } from '#features/users/use-sessions.ts'
import { useToast } from '#ui/Toast.tsx'
import { passkeysQuery } from './passkeys-cache.ts'

/** What follows from a change of passkeys: what is shown of them is read anew, and it is said. */
export function usePasskeysChanged(onClose: () => void) {
  const queries = useQueryClient()
  const toast = useToast()
  return (text: string) => {
    for (const { queryKey } of [passkeysQuery(), credentialsQuery(), accountEventsQuery(), sessionsQuery()])
      void queries.invalidateQueries({ queryKey })
    toast({ text })
    onClose()
  }
}
