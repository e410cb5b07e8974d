import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { waitsForNetwork } from './server/queries.ts'

export type OptimisticUpdate<State extends object, Change> = {
  /** Names what is changed: `['on-post', id, 'like']`. Changes under one key reach the server in order. */
  key: readonly unknown[]
  /** What the screen shows now; `undefined` when it shows nothing. */
  read: () => State | undefined
  write: (state: State) => void
  /** What it will be once the server agrees, shown before it does. */
  optimistic: (state: State, change: Change) => State
  send: (change: Change) => Promise<State>
  /** Without a network the change stays shown and waits for it: that must be said beside it. */
  waits?: boolean
  /** Waited for before the change is shown. */
  before?: () => Promise<unknown>
  /** After the server agreed to the last of several changes. */
  onSettled?: () => void
  /** After it refused the last of several. */
  onRefused?: () => void
}

/**
 * An optimistic update: a change is shown at once, and the request follows. When it fails, the screen goes back to what
 * the server last confirmed. Only the last of several quick changes settles the screen: earlier answers are already
 * out of date.
 */
export function useOptimisticUpdate<State extends object, Change>(update: OptimisticUpdate<State, Change>) {
  const { key, read, write, optimistic, send, waits = false, before, onSettled, onRefused } = update
  const queries = useQueryClient()
  const confirmed = ['confirmed', ...key]
  const isOnly = () => queries.isMutating({ mutationKey: key }) === 1
  return useMutation({
    mutationKey: key,
    scope: { id: hashKey(key) },
    ...(waits && waitsForNetwork),
    mutationFn: send,
    onMutate: async (change: Change) => {
      // Asked first: while this waits, the next may be pressed.
      const isConfirmed = isOnly()
      await before?.()
      const shown = read()
      if (!shown) return
      if (isConfirmed) queries.setQueryData(confirmed, shown)
      write(optimistic(shown, change))
    },
    onSuccess: (state) => {
      queries.setQueryData(confirmed, state)
      if (!isOnly()) return
      write(state)
      onSettled?.()
    },
    onError: () => {
      if (!isOnly()) return
      const was = queries.getQueryData<State>(confirmed)
      if (was) write(was)
      onRefused?.()
    },
  })
}
