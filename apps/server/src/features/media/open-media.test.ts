import { listPhotoUrls } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { day } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import {
  anAttachedPhoto,
  fetchFile,
  fetchFileStatus,
  listRenditionFiles,
  narrowestSrc,
  runInTransaction,
} from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { setPhotosPublic } from './attach-photos.ts'
import { deletePhotos } from './delete-photos.ts'

const server = serverForFile()
let ann: TestUser
beforeAll(async () => {
  ann = await aUser(server)
})

const removeQuery = (src: string) => src.split('?', 1)[0] ?? ''

describe('public photo URL', () => {
  test('has no signature, returns 200 without a session and is cacheable for a day', async () => {
    const photo = await anAttachedPhoto(server, ann, true)
    const src = narrowestSrc(photo)
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

  test('returns 206 for one valid byte range, and 200 with the whole file for any other range', async () => {
    const src = narrowestSrc(await anAttachedPhoto(server, ann, true))
    const fullFile = (await fetchFile(server, src)).rawPayload
    const fetchWith = (headers: Record<string, string>) =>
      server.app.fastify.inject({ url: src, headers: { host: 'localhost:3000', ...headers } })
    const partialResponse = await fetchWith({ range: 'bytes=10-19' })
    expect([partialResponse.statusCode, partialResponse.rawPayload]).toEqual([206, fullFile.subarray(10, 20)])
    expect(partialResponse.headers).toMatchObject({
      'content-range': `bytes 10-19/${fullFile.length}`,
      'content-length': '10',
    })
    expect((await fetchWith({ range: 'bytes=-5' })).rawPayload).toEqual(fullFile.subarray(-5))
    for (const range of ['bytes=9-1', `bytes=${fullFile.length}-`, 'bytes=0-1,4-5', 'bytes=-', 'lines=1-2']) {
      const all = await fetchWith({ range })
      expect([all.statusCode, all.rawPayload.length]).toEqual([200, fullFile.length])
    }
    expect((await fetchWith({ range: 'bytes=0-1', 'if-range': '"made-up"' })).statusCode).toBe(200)
  })

  test('serves the nearest existing width, but returns 404 for a missing AVIF file', async () => {
    const src = narrowestSrc(await anAttachedPhoto(server, ann, true))
    const narrow = await fetchFile(server, src.replace('340.webp', '320.webp'))
    expect((await sharp(narrow.rawPayload).metadata()).width).toBe(340)
    expect(await fetchFileStatus(server, src.replace('340.webp', '340.avif'))).toBe(404)
    await server.runJobs()
    expect(await fetchFileStatus(server, src.replace('340.webp', '340.avif'))).toBe(200)
  })

  test('returns 410 for a deleted photo, before and after a job deletes its files', async () => {
    const photo = await anAttachedPhoto(server, ann, true)
    const all = listPhotoUrls(photo)
    await runInTransaction(server, (tx) => deletePhotos(tx, [photo.id], server.clock.now()))
    expect(new Set(await Promise.all(all.map((src) => fetchFileStatus(server, src))))).toEqual(new Set([410]))
    expect((await listRenditionFiles(server, all[0] ?? '')).length).toBeGreaterThan(0)
    await server.runJobs()
    expect(await listRenditionFiles(server, all[0] ?? '')).toEqual([])
    expect(await fetchFileStatus(server, all[0] ?? '')).toBe(410)
  })

  test('returns 404 once the photo is no longer public', async () => {
    const photo = await anAttachedPhoto(server, ann, true)
    await runInTransaction(server, (tx) => setPhotosPublic(tx, [photo.id], false))
    expect(await fetchFileStatus(server, narrowestSrc(photo))).toBe(404)
  })
})

describe('signed photo URL', () => {
  test('does not change within a day, is not cached by proxies and returns 404 two days later', async () => {
    const photo = await anAttachedPhoto(server, ann, false)
    const src = narrowestSrc(photo)
    expect(src).toContain('?until=')
    const { statusCode, headers } = await fetchFile(server, src)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    const [, maxAge = '0'] = /max-age=(\d+)/.exec(String(headers['cache-control'])) ?? []
    expect(Number(maxAge)).toBeGreaterThan(86_400)

    const again = (await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${photo.id}`)).body
    expect(narrowestSrc(again)).toBe(src)
    server.clock.advance(2 * day)
    expect(await fetchFileStatus(server, src)).toBe(404)
    expect(
      await fetchFileStatus(
        server,
        narrowestSrc((await server.call<OwnPhoto>(ann, 'GET', `/api/photos/${photo.id}`)).body),
      ),
    ).toBe(200)
  })

  test('returns 404 without a signature, with a forged signature or with the signature of another photo', async () => {
    const [signed, other] = [
      narrowestSrc(await anAttachedPhoto(server, ann, false)),
      narrowestSrc(await anAttachedPhoto(server, ann, false)),
    ]
    const query = new URLSearchParams(signed.split('?')[1])
    const invalidUrls = [
      removeQuery(signed),
      `${removeQuery(signed)}?until=${query.get('until')}`,
      `${removeQuery(signed)}?until=${Number(query.get('until')) + 1}&key=${query.get('key')}`,
      `${removeQuery(signed)}?until=${query.get('until')}&key=${'A'.repeat(32)}`,
      `${removeQuery(signed)}?${other.split('?')[1]}`,
      `${signed}&key=x`,
    ]
    const statuses = await Promise.all(invalidUrls.map((src) => fetchFileStatus(server, src)))
    expect(statuses.slice(0, 5)).toEqual([404, 404, 404, 404, 404])
    expect([400, 404]).toContain(statuses[5])
    expect((await fetchFile(server, removeQuery(signed), ann.cookie)).statusCode).toBe(404)
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
])('GET %s returns 404', async (url) => {
  expect(await fetchFileStatus(server, url)).toBe(404)
})
