import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { NotificationId, UserId } from '@pawtrait/contract/ids.ts'
import type { Deps } from '#platform/context.ts'
import { selectUnreadOfGroup } from './queries.ts'
import { selectUnreadOfMany } from './visible-queries.ts'

/** Lines of some users that changed; the id of one that came. */
export const TOPIC = 'notified'
/** One line for very many users: a birthday. */
export const GROUP_TOPIC = 'notified-group'

/** `within`: the first and the last of the users it was told to, in the order of their ids. */
type Group = { groupKey: string; within: [UserId, UserId] }
type Lines = { lines: [user: UserId, id?: NotificationId][] }

const message = (unread: number, id?: NotificationId): LiveMessage => ({
  type: 'notification',
  unread,
  ...(id && { id }),
})

/** Counts for those alone who have streams open, when they are told: what was read meanwhile is not counted. */
export function notificationStreams({ live, database, clock }: Pick<Deps, 'live' | 'database' | 'clock'>) {
  const messages = async (told: readonly (readonly [user: UserId, id?: NotificationId])[]) => {
    if (told.length === 0) return []
    const users = [...new Set(told.map(([user]) => user))]
    const counted = await selectUnreadOfMany(database, users, clock.now())
    const unread = new Map(counted.map((row) => [row.userId, row.unread]))
    return told.map(([user, id]) => ({ to: [user], message: message(unread.get(user) ?? 0, id) }))
  }
  live.onAnnounce(TOPIC, async (open, { lines }: Lines) => {
    const here = new Set(open)
    return messages(lines.filter(([user]) => here.has(user)))
  })
  live.onAnnounce(GROUP_TOPIC, async (open, { groupKey, within: [first, last] }: Group) => {
    const here = open.filter((user) => first <= user && user <= last)
    const told = here.length > 0 ? await selectUnreadOfGroup(database, here, groupKey) : []
    return messages(told.map(({ userId, id }) => [userId, id] as const))
  })
}
