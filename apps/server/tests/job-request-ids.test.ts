import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aPost, aUser } from '#testing/fixtures.ts'
import { taggedJpeg } from '#testing/photos/images.ts'
import { blockRenditions, uploadTestPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

type Line = { event: string; requestId?: string; route?: string; method?: string; job?: string; type?: string }
const lines = () => server.lines.map((line) => JSON.parse(line) as Line)
const requestTo = (method: string, route: string) =>
  lines().findLast((line) => line.event === 'request' && line.method === method && line.route === route)?.requestId

it('log lines of a job contain the id of the request that enqueued it', async () => {
  const { deps } = server
  const user = await aUser(server)
  const release = blockRenditions(server)
  const { body: photo } = await uploadTestPhoto(server, user, await taggedJpeg())
  const id = requestTo('POST', '/api/photos')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  // Deletes the original and makes the rendering job due. The job then runs and fails.
  const stored = await deps.database.row<{ file: string }>(sql`
    select original_name || '.' || original_format as file from photos where id = ${photo.id}`)
  await deps.storage.delete([stored?.file ?? ''])
  await deps.database.rows(sql`update jobs.job set start_after = now() where name = 'finish-photo'`)
  await deps.jobs.start()
  const about = (event: string) => lines().filter((line) => line.event === event)
  await expect.poll(() => about('jobs').length, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(about('photo-unfinished')[0]).toMatchObject({ requestId: id })
  expect(about('jobs')[0]).toMatchObject({ requestId: id, job: 'finish-photo' })
  release()
}, 30_000)

it('an event row contains the id of the request that caused the event', async () => {
  const { deps } = server
  await aPost(server, await aUser(server))
  const id = requestTo('POST', '/api/posts')
  const rows = await deps.database.rows<{ data: { requestId?: string } }>(sql`
    select data from events where type = 'post-published'`)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(rows.map(({ data }) => data.requestId)).toEqual([id])
})
