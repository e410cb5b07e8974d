import {
  addCloseFriend,
  type CloseFriendPage,
  listCloseFriends,
  removeCloseFriend,
} from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { failedTaps, type Tap, useFailedTaps } from '#lib/server/failed-taps.ts'

const PAGE = '50'

type Friend = CloseFriendPage['users'][number]

async function readAll(call: Call): Promise<Friend[]> {
  const users: Friend[] = []
  let cursor: string | null = null
  do {
    const page: CloseFriendPage = await call(listCloseFriends, { query: { limit: PAGE, ...(cursor && { cursor }) } })
    users.push(...page.users)
    cursor = page.cursor
  } while (cursor)
  return users
}

/** The viewer's close friends, all of them (at most 500), last added first. */
export const closeFriendsQuery = (call: Call = browserCall) =>
  queryOptions<Friend[]>({ queryKey: ['close-friends'], queryFn: () => readAll(call) })

type Change = { user: UserCard; isFriend: boolean }

const mutationKey = ['close-friends'] as const

/** The list, and the way to change it: shown at once, and taken back when the server did not agree. */
export function useCloseFriends() {
  const queries = useQueryClient()
  const { queryKey } = closeFriendsQuery()
  const list = useQuery(closeFriendsQuery())
  const show = ({ user, isFriend }: Change) =>
    queries.setQueryData<Friend[]>(queryKey, (shown = []) => {
      const others = shown.filter(({ id }) => id !== user.id)
      return isFriend ? [user, ...others] : others
    })
  const isLastOn = (id: UserId) =>
    queries.isMutating({ mutationKey, predicate: ({ state }) => (state.variables as Tap).id === id }) === 1
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: 'close-friends' }, // quick presses reach the server in the order they were made
    mutationFn: ({ user: { id }, isFriend }: Change & Tap) =>
      browserCall(isFriend ? addCloseFriend : removeCloseFriend, { params: { id } }),
    onMutate: async (change) => {
      // An answer that is still on its way is older than this tick.
      await queries.cancelQueries({ queryKey })
      show(change)
    },
    onError: (_, { user, isFriend }) => void (isLastOn(user.id) && show({ user, isFriend: !isFriend })),
    // Before the last tick of all the server's list does not know what is still to come.
    onSettled: (_, error) => {
      if (queries.isMutating({ mutationKey }) > 1 || (!error && failedTaps(queries, mutationKey).length === 0)) return
      void queries.invalidateQueries({ queryKey })
    },
  })
  // What fails is told by `useFailedChanges`.
  const set = (one: Change) => mutateAsync({ ...one, id: one.user.id, name: one.user.username }).catch(() => {})
  return { list, set }
}

/** Those whose last tick the server did not take, by username. */
export const useFailedChanges = (): string[] => useFailedTaps(mutationKey)
