import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { contextOf, system } from '#platform/context.ts'
import { day, hour } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { scene } from '#testing/photos/images.ts'
import { attachedPhoto, filesOf, readyPhoto, srcOf, statusOf } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { deleteUnattached } from './delete-photos.ts'

const server = serverForFile()
let ann: TestUser
let bob: TestUser
beforeAll(async () => {
  ann = await aUser(server)
  bob = await aUser(server)
})

describe('a photo that is thrown away', () => {
  test('is gone for good, its files too', async () => {
    const photo = await readyPhoto(server, ann, await scene(400, 300).jpeg().toBuffer())
    expect(await server.call(bob, 'DELETE', `/api/photos/${photo.id}`)).toMatchObject({ status: 404 })
    expect(await server.call(ann, 'DELETE', `/api/photos/${photo.id}`)).toMatchObject({ status: 204 })
    expect(await server.call(ann, 'GET', `/api/photos/${photo.id}`)).toMatchObject({ status: 404 })
    expect(await statusOf(server, srcOf(photo))).toBe(410)
    await server.runJobs()
    expect(await filesOf(server, srcOf(photo))).toEqual([])
  })

  test('while it stands in a post is not', async () => {
    const photo = await attachedPhoto(server, ann, true)
    expect(await server.call(ann, 'DELETE', `/api/photos/${photo.id}`)).toMatchObject({ status: 409 })
    expect(await statusOf(server, srcOf(photo))).toBe(200)
  })
})

describe('the sweep', () => {
  test('leaves a photo that was posted after it had been listed', async () => {
    const posted = await attachedPhoto(server, ann, true)
    const left = await readyPhoto(server, ann, await scene(400, 300).jpeg().toBuffer())
    const ctx = contextOf(server.deps, system)
    await ctx.transaction((tx) => deleteUnattached(tx, [posted.id, left.id], ctx.now))
    expect(await statusOf(server, srcOf(posted))).toBe(200)
    expect(await statusOf(server, srcOf(left))).toBe(410)
  })

  test('takes what stands nowhere after a day, and never what stands somewhere', async () => {
    const kept = await attachedPhoto(server, ann, true)
    const left = await readyPhoto(server, ann, await scene(400, 300).jpeg().toBuffer())
    const sweep = async () => {
      await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
      await server.runJobs()
    }
    server.clock.advance(23 * hour)
    await sweep()
    expect(await server.call(ann, 'GET', `/api/photos/${left.id}`)).toMatchObject({ status: 200 })
    server.clock.advance(2 * hour)
    await sweep()
    expect(await server.call(ann, 'GET', `/api/photos/${left.id}`)).toMatchObject({ status: 404 })
    expect(await filesOf(server, srcOf(left))).toEqual([])
    server.clock.advance(60 * day)
    await sweep()
    expect(await statusOf(server, srcOf(kept))).toBe(200)
    const row = await server.deps.database.row<{ file: string }>(sql`
      select original_name || '.' || original_format as file from photos where id = ${kept.id}`)
    expect(await server.deps.storage.get(row?.file ?? '')).toBeDefined()
  })

  test('takes files no photo speaks of', async () => {
    const orphan = `${'ab'.repeat(16)}-320.webp`
    await server.deps.storage.put(orphan, Buffer.from('left by a crash'))
    server.clock.advance(25 * hour)
    await server.deps.jobs.send(server.deps.database, 'sweep-photos', {})
    await server.runJobs()
    expect(await server.deps.storage.get(orphan)).toBeUndefined()
  })
})
