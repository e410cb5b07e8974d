import { useMutation, useQueryClient } from '@tanstack/react-query'

type Toggle<State extends object> = {
  /** Names what is switched: `['on-post', id, 'like']`. Taps under one key reach the server in order. */
  key: readonly string[]
  /** What the screen shows now; `undefined` when it shows nothing. */
  read: () => State | undefined
  write: (state: State) => void
  /** What it will be once the server agrees, shown before it does. */
  optimistic: (state: State, on: boolean) => State
  send: (on: boolean) => Promise<State>
  /** After the server agreed to the last of several taps. */
  onSettled?: () => void
}

/**
 * A switch that answers at once, by an optimistic update. The request follows; when it fails, the screen goes back to
 * what the server last confirmed. Only the last of several quick taps settles the screen: earlier answers are already
 * out of date.
 */
export function useToggle<State extends object>({ key, read, write, optimistic, send, onSettled }: Toggle<State>) {
  const queries = useQueryClient()
  const confirmed = ['confirmed', ...key]
  const isLastTap = () => queries.isMutating({ mutationKey: key }) === 1
  const toggle = useMutation({
    mutationKey: key,
    scope: { id: key.join(':') },
    mutationFn: send,
    onMutate: (on: boolean) => {
      const shown = read()
      if (!shown) return
      if (isLastTap()) queries.setQueryData(confirmed, shown)
      write(optimistic(shown, on))
    },
    onSuccess: (state) => {
      queries.setQueryData(confirmed, state)
      if (!isLastTap()) return
      write(state)
      onSettled?.()
    },
    onError: () => {
      const was = queries.getQueryData<State>(confirmed)
      if (was && isLastTap()) write(was)
    },
  })
  return { set: toggle.mutate, error: toggle.error }
}
