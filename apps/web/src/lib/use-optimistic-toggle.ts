import { type OptimisticUpdate, useOptimisticUpdate } from './use-optimistic-update.ts'

/** Optimistic update of a boolean. */
export function useOptimisticToggle<State extends object>(toggle: OptimisticUpdate<State, boolean>) {
  const { mutate: set, error } = useOptimisticUpdate(toggle)
  return { set, error }
}
