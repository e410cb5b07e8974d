import { getNewestImport } from '@pawtrait/contract/imports.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { uploadArchive } from './archive-upload.ts'

const LOOK_AGAIN_MS = 2_000

/** Query for the viewer's newest import. Polled while it runs. */
export const newestImportQuery = (call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['newest-import'],
    queryFn: () => call(getNewestImport),
    refetchInterval: ({ state }) => {
      const importState = state.data?.import?.state
      return importState === 'waiting' || importState === 'running' ? LOOK_AGAIN_MS : false
    },
  })

/** Mutation that uploads an archive. Also refetches after an error: another device may have started an import. */
export function useSendArchive() {
  const queries = useQueryClient()
  const { queryKey } = newestImportQuery()
  return useMutation({
    mutationKey: ['send-archive'],
    mutationFn: uploadArchive,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
