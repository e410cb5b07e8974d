import { beforeEach, describe, expect, test } from 'vitest'
import { day } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene } from '#testing/photos/images.ts'
import { countPhotos, listFilesOnDisk, uploadTestPhoto, uploadTestPhotoWithRetries } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ PHOTOS_PER_DAY: '5' })
let ann: TestUser
beforeEach(async () => {
  ann = await aUser(server)
})

describe('daily quota of five photos', () => {
  test('accepts five of eight concurrent uploads, and refuses three with 429 and Retry-After', async () => {
    const small = await drawnScene(60, 40).jpeg().toBuffer()
    const replies = await Promise.all(Array.from({ length: 8 }, () => uploadTestPhotoWithRetries(server, ann, small)))
    expect(replies.filter(({ status }) => status === 201).length).toBe(5)
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => body)).toEqual(Array(3).fill(expect.objectContaining({ code: 'quota-reached' })))
    const wait = Number(refused[0]?.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(86_400)
    // Above the quota the server refuses a file before it checks the format.
    expect(await uploadTestPhoto(server, ann, Buffer.from('no photo'))).toMatchObject({
      body: { code: 'quota-reached' },
    })
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000' }
    expect(await server.call(ann, 'POST', '/api/uploads', undefined, { headers })).toMatchObject({
      status: 429,
      body: { code: 'quota-reached' },
    })
    expect(await countPhotos(server, ann)).toBe(5)
    const before = await listFilesOnDisk(server)
    expect((await uploadTestPhoto(server, ann, small)).status).toBe(429)
    expect(await listFilesOnDisk(server)).toEqual(before)

    server.clock.advance(day)
    expect((await uploadTestPhoto(server, ann, small)).status).toBe(201)
  })

  test('does not count refused files, but the 61st refused file in an hour gets 429', async () => {
    const text = Buffer.from('not a photo at all, but long enough to be looked at by its first bytes')
    for (let i = 0; i < 60; i++) expect((await uploadTestPhoto(server, ann, text)).status).toBe(415)
    expect(await uploadTestPhoto(server, ann, text)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    const bob = await aUser(server)
    expect((await uploadTestPhoto(server, bob, await drawnScene(60, 40).jpeg().toBuffer())).status).toBe(201)
  })
})
