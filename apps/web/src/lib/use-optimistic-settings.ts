import { useQueryClient } from '@tanstack/react-query'
import { type OptimisticUpdate, useOptimisticUpdate } from './use-optimistic-update.ts'

type SettingsUpdate<Settings extends object, Change> = Pick<
  OptimisticUpdate<Settings, Change>,
  'optimistic' | 'send' | 'onSettled'
> & {
  /** Of the query that reads them. */
  queryKey: readonly unknown[]
}

/** Settings that a query reads whole: each change is shown and saved at once; after a refusal they are read again. */
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
    // An answer that is still on its way is older than this change.
    before: () => queries.cancelQueries({ queryKey }),
    onRefused: () => void queries.invalidateQueries({ queryKey }),
  })
}
