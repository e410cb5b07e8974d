import type { ApiCall } from '@pawtrait/contract/render.ts'
import { endOtherSessions, endSession, listSessions, type Session } from '@pawtrait/contract/sign-in/sign-in.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** Query for the viewer's sessions, most recently used first. */
export const sessionsQuery = (call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: () => call(listSessions),
    select: ({ sessions }) => sessions,
  })

/** Mutation that ends one session or, if the argument is null, all sessions except the current one. Not optimistic. */
export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['end-session'],
    mutationFn: (session: Session | null) =>
      session ? browserCall(endSession, { params: { id: session.id } }) : browserCall(endOtherSessions),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
}
