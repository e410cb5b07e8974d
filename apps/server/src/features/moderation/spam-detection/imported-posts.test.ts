import { expect, it } from 'vitest'
import { aPhoto, aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ SPAM_WAVE: '5' })

const importPost = async (n: number, year: number) => {
  const author = await aUser(server)
  const photos = [{ id: await aPhoto(server, author), alt: '' }]
  const origin = { network: 'pixelfed', id: `spam-${n}`, postedAt: `${year}-05-05T00:00:00.000Z` }
  const caption = `Win a lifetime of free kibble for you and all your dear friends today ${n}`
  const body = { origin, photos, caption, audience: 'everyone' }
  const { postId } = (await server.call<{ postId: string }>(author, 'POST', '/api/imports/posts', body)).body
  return postId
}

const readStatus = async (id: string) => (await server.call(null, 'GET', `/api/posts/${id}`)).status

it('spam detection hides five imported posts with the same text, even if their dates are years apart', async () => {
  const ids: string[] = []
  for (const [n, year] of [2012, 2015, 2018, 2020, 2022].entries()) ids.push(await importPost(n, year))
  const readStatuses = async () => Promise.all(ids.map(readStatus))
  expect(await readStatuses()).toEqual([200, 200, 200, 200, 200])
  await server.runJobs()
  expect(await readStatuses()).toEqual([404, 404, 404, 404, 404])
})
