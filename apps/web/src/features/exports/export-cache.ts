import { beginExport, newestExport } from '@pawtrait/contract/exports.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/call.ts'

const LOOK_AGAIN_MS = 2_000

/** The viewer's newest export; looked at again while it is made. */
export const newestExportQuery = (call: Call = browserCall) =>
  queryOptions({
    queryKey: ['newest-export'],
    queryFn: () => call(newestExport),
    refetchInterval: ({ state }) => {
      const made = state.data?.export?.state
      return made === 'waiting' || made === 'running' ? LOOK_AGAIN_MS : false
    },
  })

/** Begins an export. Refused, another device was first: what is there is looked at anew. */
export function useBeginExport() {
  const queries = useQueryClient()
  const { queryKey } = newestExportQuery()
  return useMutation({
    mutationKey: ['begin-export'],
    mutationFn: () => browserCall(beginExport),
    onSuccess: (begun) => queries.setQueryData(queryKey, { export: begun, nextAt: null }),
    onError: () => queries.invalidateQueries({ queryKey }),
  })
}
