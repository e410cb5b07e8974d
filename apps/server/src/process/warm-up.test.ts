import type { FeedPage } from '@pawtrait/contract/feed.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPost, aUser, givenFollow } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { warmUpFeed } from './warm-up.ts'

const server = serverForFile({ FEED_DAILY_FREE: '5' }, {}, { pages: true })

const written = () =>
  server.deps.database.rows(sql`
    select (select count(*)::int from feed_days) as days, (select max(last_seen_at) from sessions) as seen,
      (select count(*)::int from invalidations) as invalidations, (select count(*)::int from posts) as posts`)

describe('warmUpFeed', () => {
  it('resolves without an error if no user is signed in', async () => {
    await expect(warmUpFeed(server.app)).resolves.toBeUndefined()
  })

  it('reads a feed and renders its page, without writing a row or using the daily limit', async () => {
    const [reader, author] = [await aUser(server), await aUser(server)]
    await givenFollow(server, reader, author)
    await givenFollow(server, author, reader)
    for (const by of [reader, author]) await aPost(server, by)
    const before = await written()
    const paths: string[] = []
    const { rehearse } = server.app
    server.app.rehearse = (endpoint, ctx, sent) => {
      paths.push(endpoint.path)
      return rehearse(endpoint, ctx, sent)
    }
    await warmUpFeed(server.app)
    server.app.rehearse = rehearse
    expect(paths.filter((path) => path === '/api/feed')).toHaveLength(2)
    expect(await written()).toEqual(before)
    const { body } = await server.call<FeedPage>(reader, 'GET', '/api/feed')
    expect(body).toMatchObject({ posts: [{}, {}], limit: { used: 1, max: 5 } })
  })

  it('rejects if a warm-up request tries to write, because its transaction is read-only', async () => {
    const rehearse = () => server.deps.database.readOnly((db) => db.rows(sql`delete from sessions returning 1`))
    await expect(rehearse()).rejects.toThrow('read-only transaction')
    server.app.rehearsals.push(() => rehearse())
    await expect(warmUpFeed(server.app)).rejects.toThrow('read-only transaction')
    server.app.rehearsals.pop()
    await expect(warmUpFeed(server.app)).resolves.toBeUndefined()
  })
})
