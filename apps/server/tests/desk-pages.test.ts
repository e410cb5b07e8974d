import { expect, it } from 'vitest'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { reportAndWarn } from '#testing/moderators.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })

const page = (viewer: TestUser, url: string) =>
  server.call<string>(viewer, 'GET', url, undefined, { headers: { accept: 'text/html' } })

it('moderation pages return 404 to users who are not moderators', async () => {
  const [author, reporter] = [await aUser(server), await aUser(server)]
  const post = await aPost(server, author, { caption: 'Our gate' })
  const { report } = await reportAndWarn(server, reporter, { type: 'post', id: post.id })
  for (const url of ['/moderation', '/moderation/appeals', `/moderation/${report}`]) {
    expect([url, (await page(reporter, url)).status]).toEqual([url, 200])
    const { status, text } = await page(author, url)
    expect([url, status]).toEqual([url, 404])
    expect(text).toContain('Page not found')
    expect(text).not.toContain(reporter.username)
  }
})
