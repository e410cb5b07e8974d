import { beginExport, newestExport } from '@pawtrait/contract/exports.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useChangeWithSudo } from '#features/sign-in/credentials/use-change-with-sudo.ts'
import { call as browserCall } from '#lib/server/call.ts'

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

/** Begins an export, after proving who one is. Refused, another device was first: what is there is looked at anew. */
export function useBeginExport() {
  const queries = useQueryClient()
  const { queryKey } = newestExportQuery()
  const begin = async (_wanted: true) => {
    try {
      return await browserCall(beginExport)
    } catch (error) {
      void queries.invalidateQueries({ queryKey })
      throw error
    }
  }
  return useChangeWithSudo(begin, (begun) => queries.setQueryData(queryKey, { export: begun, nextAt: null }))
}
