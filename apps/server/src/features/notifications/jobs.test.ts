import { expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { aPost, aUser } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const { like, lines } = notificationHelpersFor(server)

it('job `sweep-notifications` deletes notifications that were read 90 days ago, and retains unread ones', async () => {
  const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
  const [read, unread] = [await aPost(server, author), await aPost(server, author)]
  const sweep = async () => {
    await server.deps.jobs.send(server.deps.database, 'sweep-notifications', {})
    await server.runJobs()
  }
  await like(ann, read.id)
  await server.runJobs()
  await server.call(author, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() })
  await like(ben, unread.id)
  await server.runJobs()
  // Advances the clock in steps of less than 30 days, because an unused session expires after 30 days.
  for (const days of [29, 29, 29, 2]) {
    server.clock.advance(days * day)
    await sweep()
    expect(await lines(author)).toHaveLength(2)
  }
  server.clock.advance(day)
  await sweep()
  expect(await lines(author)).toEqual([`*like: ${ben.username} (1)`])
})
