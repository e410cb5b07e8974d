import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { QUEUED_CALL } from './outbox/queue-call.ts'
import { networkWaitOptions } from './server/query-client.ts'

export type OptimisticUpdate<State extends object, Change> = {
  /** Key of the changed state, such as `['on-post', id, 'like']`. Changes with the same key are sent in order. */
  key: readonly unknown[]
  /** Current state on screen; `undefined` if there is none. */
  read: () => State | undefined
  write: (state: State) => void
  /** Returns the state to show until the server has answered. */
  optimistic: (state: State, change: Change) => State
  /**
   * Sends the change. `before` is the last confirmed state, which the outbox restores if the change is cancelled.
   * Resolves to `QUEUED_CALL` if the change waits in the outbox. A queued change stays on screen.
   */
  send: (change: Change, before: State | undefined) => Promise<State | typeof QUEUED_CALL>
  /** True if a change made offline is queued and stays on screen. The caller must show that it is not sent yet. */
  waits?: boolean
  /** Runs before the change is shown. The change is shown once the promise resolves. */
  before?: () => Promise<unknown>
  /** Called when the server has accepted a change and no other change is pending. */
  onSettled?: () => void
  /** Called when the server has refused a change and no other change is pending. */
  onRefused?: () => void
}

/**
 * Optimistic update: shows a change at once and sends it. On failure the screen returns to the last confirmed state.
 * After several quick changes, only the response to the last one is shown, because earlier responses are out of date.
 */
export function useOptimisticUpdate<State extends object, Change>(update: OptimisticUpdate<State, Change>) {
  const { key, read, write, optimistic, send, waits = false, before, onSettled, onRefused } = update
  const queries = useQueryClient()
  const confirmed = ['confirmed', ...key]
  const isOnlyMutation = () => queries.isMutating({ mutationKey: key }) === 1
  return useMutation({
    mutationKey: key,
    scope: { id: hashKey(key) },
    ...(waits && networkWaitOptions),
    mutationFn: (change: Change) => send(change, queries.getQueryData<State>(confirmed)),
    onMutate: async (change: Change) => {
      // Reads this before `await`, because the user may make another change while `before` runs.
      const isConfirmed = isOnlyMutation()
      await before?.()
      const current = read()
      if (!current) return
      if (isConfirmed) queries.setQueryData(confirmed, current)
      write(optimistic(current, change))
    },
    onSuccess: (state) => {
      if (state === QUEUED_CALL) return
      queries.setQueryData(confirmed, state)
      if (!isOnlyMutation()) return
      write(state)
      onSettled?.()
    },
    onError: () => {
      if (!isOnlyMutation()) return
      const lastConfirmed = queries.getQueryData<State>(confirmed)
      if (lastConfirmed) write(lastConfirmed)
      onRefused?.()
    },
  })
}
