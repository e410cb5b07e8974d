import { logOut } from '@pawtrait/contract/sign-in/sign-in.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { leaveEverywhere } from './signed-out.ts'

/**
 * Ends the session on the server, then forgets everything of it here and in other tabs, and goes to `/`.
 * `onFailed`: the session goes on.
 */
export function useLogOut(onFailed: () => void) {
  return useMutation({
    mutationKey: ['log-out'],
    mutationFn: () => call(logOut),
    onSuccess: leaveEverywhere,
    onError: onFailed,
  })
}
