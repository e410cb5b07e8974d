import { beginExport, getNewestExport } from '@pawtrait/contract/exports.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useChangeWithSudo } from '#features/sign-in/credentials/use-change-with-sudo.ts'
import { call as browserCall } from '#lib/server/call.ts'

const LOOK_AGAIN_MS = 2_000

/** Query for the viewer's newest export. Polled while it is prepared. */
export const newestExportQuery = (call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['newest-export'],
    queryFn: () => call(getNewestExport),
    refetchInterval: ({ state }) => {
      const exportState = state.data?.export?.state
      return exportState === 'waiting' || exportState === 'running' ? LOOK_AGAIN_MS : false
    },
  })

/**
 * Starts an export after re-authentication. Refetches the state on error, because another device may have started an
 * export.
 */
export function useStartExport() {
  const queries = useQueryClient()
  const { queryKey } = newestExportQuery()
  const requestExport = async (_wanted: true) => {
    try {
      return await browserCall(beginExport)
    } catch (error) {
      void queries.invalidateQueries({ queryKey })
      throw error
    }
  }
  return useChangeWithSudo(requestExport, (startedExport) =>
    queries.setQueryData(queryKey, { export: startedExport, nextAt: null }),
  )
}
