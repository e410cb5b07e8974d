import { allAddresses } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { day } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { attachedPhoto, fetchFile, filesOf, inTransaction, srcOf, statusOf } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { showPhotos } from './attach-photos.ts'
import { deletePhotos } from './delete-photos.ts'

const server = serverForFile()
let ann: TestUser
beforeAll(async () => {
  ann = await aUser(server)
})

const bare = (src: string) => src.split('?', 1)[0] ?? ''

describe('the address of a public photo', () => {
  test('is plain, opens to everybody and may be kept for a day', async () => {
    const photo = await attachedPhoto(server, ann, true)
    const src = srcOf(photo)
    expect(src).toMatch(/^\/media\/[0-9a-f]{32}\/340\.webp$/)
    const { statusCode, headers, rawPayload } = await fetchFile(server, src)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(rawPayload.length),
      'cache-control': 'public, max-age=86400, s-maxage=300, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers).not.toHaveProperty('set-cookie')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 340, height: 255 })
  })

  test('gives the part that is asked for, and the whole when it cannot be told which that is', async () => {
    const src = srcOf(await attachedPhoto(server, ann, true))
    const whole = (await fetchFile(server, src)).rawPayload
    const ask = (headers: Record<string, string>) =>
      server.app.fastify.inject({ url: src, headers: { host: 'localhost:3000', ...headers } })
    const part = await ask({ range: 'bytes=10-19' })
    expect([part.statusCode, part.rawPayload]).toEqual([206, whole.subarray(10, 20)])
    expect(part.headers).toMatchObject({ 'content-range': `bytes 10-19/${whole.length}`, 'content-length': '10' })
    expect((await ask({ range: 'bytes=-5' })).rawPayload).toEqual(whole.subarray(-5))
    for (const range of ['bytes=9-1', `bytes=${whole.length}-`, 'bytes=0-1,4-5', 'bytes=-', 'lines=1-2']) {
      const all = await ask({ range })
      expect([all.statusCode, all.rawPayload.length]).toEqual([200, whole.length])
    }
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"made-up"' })).statusCode).toBe(200)
  })

  test('in a width that does not stand gives the nearest, in a format that does not stand yet nothing', async () => {
    const src = srcOf(await attachedPhoto(server, ann, true))
    const narrow = await fetchFile(server, src.replace('340.webp', '320.webp'))
    expect((await sharp(narrow.rawPayload).metadata()).width).toBe(340)
    expect(await statusOf(server, src.replace('340.webp', '340.avif'))).toBe(404)
    await server.runJobs()
    expect(await statusOf(server, src.replace('340.webp', '340.avif'))).toBe(200)
  })

  test('answers 410 from the deletion on, in every rendition, and its files go', async () => {
    const photo = await attachedPhoto(server, ann, true)
    const all = allAddresses(photo)
    await inTransaction(server, (tx) => deletePhotos(tx, [photo.id], server.clock.now()))
    expect(new Set(await Promise.all(all.map((src) => statusOf(server, src))))).toEqual(new Set([410]))
    expect((await filesOf(server, all[0] ?? '')).length).toBeGreaterThan(0)
    await server.runJobs()
    expect(await filesOf(server, all[0] ?? '')).toEqual([])
    expect(await statusOf(server, all[0] ?? '')).toBe(410)
  })

  test('closes when the photo is public no more', async () => {
    const photo = await attachedPhoto(server, ann, true)
    await inTransaction(server, (tx) => showPhotos(tx, [photo.id], false))
    expect(await statusOf(server, srcOf(photo))).toBe(404)
  })
})

describe('the address of a photo that is not public', () => {
  test('is signed, opens until its day ends, and is the same all day', async () => {
    const photo = await attachedPhoto(server, ann, false)
    const src = srcOf(photo)
    expect(src).toContain('?until=')
    const { statusCode, headers } = await fetchFile(server, src)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    const [, maxAge = '0'] = /max-age=(\d+)/.exec(String(headers['cache-control'])) ?? []
    expect(Number(maxAge)).toBeGreaterThan(86_400)

    const again = (await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${photo.id}`)).body
    expect(srcOf(again)).toBe(src)
    server.clock.advance(2 * day)
    expect(await statusOf(server, src)).toBe(404)
    expect(
      await statusOf(server, srcOf((await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${photo.id}`)).body)),
    ).toBe(200)
  })

  test('does not open unsigned, signed by somebody else, or with the signature of another photo', async () => {
    const [one, other] = [
      srcOf(await attachedPhoto(server, ann, false)),
      srcOf(await attachedPhoto(server, ann, false)),
    ]
    const query = new URLSearchParams(one.split('?')[1])
    const wrong = [
      bare(one),
      `${bare(one)}?until=${query.get('until')}`,
      `${bare(one)}?until=${Number(query.get('until')) + 1}&key=${query.get('key')}`,
      `${bare(one)}?until=${query.get('until')}&key=${'A'.repeat(32)}`,
      `${bare(one)}?${other.split('?')[1]}`,
      `${one}&key=x`,
    ]
    const statuses = await Promise.all(wrong.map((src) => statusOf(server, src)))
    expect(statuses.slice(0, 5)).toEqual([404, 404, 404, 404, 404])
    expect([400, 404]).toContain(statuses[5])
    expect((await fetchFile(server, bare(one), ann.cookie)).statusCode).toBe(404)
  })
})

test.each([
  '/media/..%2f..%2fetc/passwd',
  '/media/..%2f..%2fetc%2fpasswd/320.webp',
  '/media/%00/320.webp',
  '/media/..%5c..%5cetc/320.jpg',
  `/media/${'0'.repeat(32)}/320.webp`,
  `/media/${'0'.repeat(32)}/..%2f320.webp`,
  `/media/${'0'.repeat(32)}/320.svg`,
  `/media/${'0'.repeat(32)}/0320.webp`,
  '/media//etc/passwd',
])('%s is no photo', async (url) => {
  expect(await statusOf(server, url)).toBe(404)
})
