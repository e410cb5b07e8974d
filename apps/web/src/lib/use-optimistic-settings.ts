import { useQueryClient } from '@tanstack/react-query'
import { type OptimisticUpdate, useOptimisticUpdate } from './use-optimistic-update.ts'

type SettingsUpdate<Settings extends object, Change> = Pick<
  OptimisticUpdate<Settings, Change>,
  'optimistic' | 'send' | 'onSettled'
> & {
  /** Key of the query that reads the settings. */
  queryKey: readonly unknown[]
}

/** Optimistic update of settings read by one query. If the server refuses, the settings are fetched again. */
export function useOptimisticSettings<Settings extends object, Change>({
  queryKey,
  ...update
}: SettingsUpdate<Settings, Change>) {
  const queries = useQueryClient()
  return useOptimisticUpdate<Settings, Change>({
    ...update,
    key: queryKey,
    read: () => queries.getQueryData<Settings>(queryKey),
    write: (settings) => queries.setQueryData<Settings>(queryKey, settings),
    // The response to a running query may be older than this change, so cancel the query.
    before: () => queries.cancelQueries({ queryKey }),
    onRefused: () => void queries.invalidateQueries({ queryKey }),
  })
}
