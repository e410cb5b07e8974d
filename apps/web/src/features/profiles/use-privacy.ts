import { getPrivacy, type Privacy, setPrivacy } from '@pawtrait/contract/profiles.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { useOptimisticSettings } from '#lib/use-optimistic-settings.ts'

/** Query that tells whether the viewer's account is private. */
export const privacyQuery = (call: ApiCall = browserCall) =>
  queryOptions<Privacy>({ queryKey: ['privacy'], queryFn: () => call(getPrivacy) })

/** Returns whether the viewer's account is private, and an optimistic setter with rollback on failure. */
export function usePrivateAccount() {
  const queries = useQueryClient()
  const { data } = useQuery(privacyQuery())
  const { mutateAsync, isPending, error } = useOptimisticSettings<Privacy, boolean>({
    queryKey: privacyQuery().queryKey,
    optimistic: (_, isPrivate) => ({ isPrivate }),
    send: (isPrivate) => browserCall(setPrivacy, { body: { isPrivate } }),
    // Making the account public accepts all pending follow requests, which changes these lists.
    onSettled: () => {
      for (const list of ['follow-requests', 'profile', 'people']) void queries.invalidateQueries({ queryKey: [list] })
    },
  })
  // Catches the rejection, because the caller displays `error`.
  const setPrivate = (isPrivate: boolean) => mutateAsync(isPrivate).catch(() => {})
  return { isPrivate: data?.isPrivate ?? null, set: setPrivate, isPending, error }
}
