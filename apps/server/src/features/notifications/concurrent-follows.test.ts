import type { NotificationId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { newId } from '#platform/database/id.ts'
import { day } from '#testing/clock.ts'
import { countLockWaits, openSecondConnection } from '#testing/database/database.ts'
import { aUser, givenFollow } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { serverForFile } from '#testing/server.ts'
import { upsertNotifications } from './notification-actor-queries.ts'

const server = serverForFile()
const { happened, list } = notificationHelpersFor(server)

describe('notification of follows', () => {
  it('shows the date of a new follow that is committed while an older follow is removed', async () => {
    const [user, ann, ben, cleo] = [await aUser(server), await aUser(server), await aUser(server), await aUser(server)]
    for (const fan of [ann, cleo]) {
      await givenFollow(server, fan, user)
      await happened('user-followed', { userId: user.id, by: fan.id })
    }
    server.clock.advance(day)
    const later = server.clock.now()
    const [line] = (await list(user)).notifications
    if (!line) throw new Error('no line')
    await givenFollow(server, ben, user)
    await server.deps.database.rows(sql`delete from follows where follower_id = ${ann.id}`)
    const other = await openSecondConnection(server.deps.database, 'app')
    const pendingUnfollow = await other.transaction(async (db) => {
      const news = { id: newId<NotificationId>(later), userId: user.id, type: 'follow', groupKey: 'follow' } as const
      await upsertNotifications(db, [{ ...news, by: ben.id, at: later }])
      const unfollow = happened('user-unfollowed', { userId: user.id, by: ann.id })
      await expect.poll(() => countLockWaits(server)).toBe(1)
      return { unfollow }
    })
    await pendingUnfollow.unfollow
    await other.close()
    expect((await list(user)).notifications).toMatchObject([
      { type: 'follow', actorCount: 2, updatedAt: later.toISOString() },
    ])
  })
})
