import { expect, it } from 'vitest'
import { aPost, aUser } from '#testing/fixtures.ts'
import { reportAndWarn } from '#testing/moderators.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })

const textFor = async (viewer: Parameters<typeof server.call>[0]) =>
  (await server.call(viewer, 'GET', '/transparency')).text

it('/transparency contains its numbers in the HTML for visitors and for users', async () => {
  const member = await aUser(server)
  expect(await textFor(member)).toContain('No decisions yet.')
  const post = await aPost(server, member)
  await reportAndWarn(server, await aUser(server), { type: 'post', id: post.id })
  for (const viewer of [null, member])
    expect(await textFor(viewer)).toContain('<dt>Warning</dt><dd class="nums">1</dd>')
})
