import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour } from '#testing/clock.ts'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene } from '#testing/photos/images.ts'
import {
  anAttachedPhoto,
  fetchFileStatus,
  listRenditionFiles,
  narrowestSrc,
  readyPhoto,
} from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { deleteUnattachedPhotos } from './delete-photos.ts'

const server = serverForFile()
let ann: TestUser
let bob: TestUser
beforeAll(async () => {
  ann = await aUser(server)
  bob = await aUser(server)
})

describe('DELETE /api/photos/{id}', () => {
  test('deletes the photo and its files for the owner, and returns 404 to other users', async () => {
    const photo = await readyPhoto(server, ann, await drawnScene(400, 300).jpeg().toBuffer())
    expect(await server.call(bob, 'DELETE', `/api/photos/${photo.id}`)).toMatchObject({ status: 404 })
    expect(await server.call(ann, 'DELETE', `/api/photos/${photo.id}`)).toMatchObject({ status: 204 })
    expect(await server.call(ann, 'GET', `/api/photos/${photo.id}`)).toMatchObject({ status: 404 })
    expect(await fetchFileStatus(server, narrowestSrc(photo))).toBe(410)
    await server.runJobs()
    expect(await listRenditionFiles(server, narrowestSrc(photo))).toEqual([])
  })

  test('returns 409 while the photo is in use', async () => {
    const photo = await anAttachedPhoto(server, ann, true)
    expect(await server.call(ann, 'DELETE', `/api/photos/${photo.id}`)).toMatchObject({ status: 409 })
    expect(await fetchFileStatus(server, narrowestSrc(photo))).toBe(200)
  })
})

describe('job `sweep-photos`', () => {
  test('does not delete a photo that was attached to a post after the sweep selected the photo', async () => {
    const posted = await anAttachedPhoto(server, ann, true)
    const unattached = await readyPhoto(server, ann, await drawnScene(400, 300).jpeg().toBuffer())
    const ctx = createContext(server.deps, systemCaller)
    await ctx.transaction((tx) => deleteUnattachedPhotos(tx, [posted.id, unattached.id], ctx.now))
    expect(await fetchFileStatus(server, narrowestSrc(posted))).toBe(200)
    expect(await fetchFileStatus(server, narrowestSrc(unattached))).toBe(410)
  })

  test('deletes a photo after a day unless the photo is attached to a post', async () => {
    const attached = await anAttachedPhoto(server, ann, true)
    const unattached = await readyPhoto(server, ann, await drawnScene(400, 300).jpeg().toBuffer())
    const sweep = async () => {
      await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
      await server.runJobs()
    }
    server.clock.advance(23 * hour)
    await sweep()
    expect(await server.call(ann, 'GET', `/api/photos/${unattached.id}`)).toMatchObject({ status: 200 })
    server.clock.advance(2 * hour)
    await sweep()
    expect(await server.call(ann, 'GET', `/api/photos/${unattached.id}`)).toMatchObject({ status: 404 })
    expect(await listRenditionFiles(server, narrowestSrc(unattached))).toEqual([])
    server.clock.advance(60 * day)
    await sweep()
    expect(await fetchFileStatus(server, narrowestSrc(attached))).toBe(200)
    const row = await server.deps.database.row<{ file: string }>(sql`
      select original_name || '.' || original_format as file from photos where id = ${attached.id}`)
    expect(await server.deps.storage.get(row?.file ?? '')).toBeDefined()
  })

  test('deletes photos, so that a later post, story or draft with them returns 404 with their ids', async () => {
    const user = await aUser(server)
    const upload = async () => readyPhoto(server, user, await drawnScene(400, 300).jpeg().toBuffer())
    const post = await aPost(server, user)
    const sweptPhotos = [await upload(), await upload()]
    server.clock.advance(25 * hour)
    await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
    await server.runJobs()
    const [first] = sweptPhotos
    const remaining = await upload()
    const photos = [sweptPhotos[1], remaining, first].map((photo) => ({ id: photo?.id }))
    const createMissingProblem = (ids: (string | undefined)[]) => ({
      status: 404,
      body: { code: 'not-found', errors: ids.map((id) => ({ field: `photos.${id}`, code: 'unavailable' })) },
    })
    const expectedProblem = createMissingProblem(sweptPhotos.map(({ id }) => id).toReversed())
    expect(await server.call(user, 'POST', '/api/posts', { photos })).toMatchObject(expectedProblem)
    expect(await server.call(user, 'POST', '/api/drafts', { photos })).toMatchObject(expectedProblem)
    const edited = { photos: [...post.photos.map(({ id }) => ({ id })), ...photos] }
    expect(await server.call(user, 'PATCH', `/api/posts/${post.id}`, edited)).toMatchObject(expectedProblem)
    const story = await server.call(user, 'POST', '/api/stories', { photo: first?.id })
    expect(story).toMatchObject(createMissingProblem([first?.id]))
    const retryBody = { photos: [{ id: (await upload()).id }, { id: remaining.id }, { id: (await upload()).id }] }
    expect((await server.call(user, 'POST', '/api/posts', retryBody)).status).toBe(201)
  })

  test('deletes a file without a photo row after a day', async () => {
    const strayFile = `${'ab'.repeat(16)}-320.webp`
    await server.deps.storage.put(strayFile, Buffer.from('left by a crash'))
    server.clock.advance(25 * hour)
    await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
    await server.runJobs()
    expect(await server.deps.storage.get(strayFile)).toBeUndefined()
  })
})
