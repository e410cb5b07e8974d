import {
  addCloseFriend,
  type CloseFriendPage,
  listCloseFriends,
  removeCloseFriend,
} from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { listFailedItemNames, type NamedItem, useFailedMutations } from '#lib/server/failed-mutations.ts'

const PAGE = '50'

type CloseFriend = CloseFriendPage['users'][number]

async function readAll(call: ApiCall): Promise<CloseFriend[]> {
  const users: CloseFriend[] = []
  let cursor: string | null = null
  do {
    const page: CloseFriendPage = await call(listCloseFriends, { query: { limit: PAGE, ...(cursor && { cursor }) } })
    users.push(...page.users)
    cursor = page.cursor
  } while (cursor)
  return users
}

/** Query for all close friends of the viewer (at most 500), last added first. */
export const closeFriendsQuery = (call: ApiCall = browserCall) =>
  queryOptions<CloseFriend[]>({ queryKey: ['close-friends'], queryFn: () => readAll(call) })

type Change = { user: UserCard; isFriend: boolean }

const mutationKey = ['close-friends'] as const

/** Returns the close friends, and a function that adds or removes a friend. Optimistic; reverts on an error. */
export function useCloseFriends() {
  const queries = useQueryClient()
  const { queryKey } = closeFriendsQuery()
  const list = useQuery(closeFriendsQuery())
  const cacheFriend = ({ user, isFriend }: Change) =>
    queries.setQueryData<CloseFriend[]>(queryKey, (cached = []) => {
      const otherFriends = cached.filter(({ id }) => id !== user.id)
      return isFriend ? [user, ...otherFriends] : otherFriends
    })
  const isLastOn = (id: UserId) =>
    queries.isMutating({ mutationKey, predicate: ({ state }) => (state.variables as NamedItem).id === id }) === 1
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: 'close-friends' }, // sends the requests one at a time, in the order of the presses
    mutationFn: ({ user: { id }, isFriend }: Change & NamedItem) =>
      browserCall(isFriend ? addCloseFriend : removeCloseFriend, { params: { id } }),
    onMutate: async (change) => {
      // Cancels a pending fetch of the list: its response would overwrite this change.
      await queries.cancelQueries({ queryKey })
      cacheFriend(change)
    },
    onError: (_, { user, isFriend }) => void (isLastOn(user.id) && cacheFriend({ user, isFriend: !isFriend })),
    // Refetches the list after a failure. Waits for pending changes first, because a refetch would overwrite them.
    onSettled: (_, error) => {
      if (queries.isMutating({ mutationKey }) > 1 || (!error && listFailedItemNames(queries, mutationKey).length === 0))
        return
      void queries.invalidateQueries({ queryKey })
    },
  })
  // Ignores the error, because `useFailedFriendChanges` returns the failed changes to show.
  const changeFriend = (change: Change) =>
    mutateAsync({ ...change, id: change.user.id, name: change.user.username }).catch(() => {})
  return { list, set: changeFriend }
}

/** Returns the usernames of the users that could not be added or removed. */
export const useFailedFriendChanges = (): string[] => useFailedMutations(mutationKey)
