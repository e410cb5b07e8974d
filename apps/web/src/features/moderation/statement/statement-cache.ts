import {
  appealDecision,
  getStatement,
  listStatements,
  type StatementOfReasons,
} from '@pawtrait/contract/moderation/decisions.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call as browserCall, CallError } from '#lib/server/call.ts'

/** Query for a decision about the viewer, or about a suspended user who has logged in from this browser. */
export const statementQuery = (id: StatementOfReasons['id'], call: ApiCall = browserCall) =>
  queryOptions({ queryKey: ['statement', id], queryFn: () => call(getStatement, { params: { id } }) })

export const statementsQuery = (call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['statements'],
    queryFn: () => call(listStatements),
    select: ({ statements }) => statements,
  })

/** Mutation that sends an appeal. The server refuses a second appeal and a late appeal. */
export function useSendAppeal(id: StatementOfReasons['id'], onSent: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['appeal'],
    mutationFn: (text: string) => browserCall(appealDecision, { params: { id }, body: { text } }),
    onSuccess: (statement) => {
      onSent()
      queries.setQueryData(statementQuery(id).queryKey, statement)
      void queries.invalidateQueries({ queryKey: statementsQuery().queryKey })
    },
    onError: (error) => {
      const isOver = error instanceof CallError && error.code === 'conflict'
      if (isOver) void queries.invalidateQueries({ queryKey: statementQuery(id).queryKey })
    },
  })
}
