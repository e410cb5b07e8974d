import type { OwnPhoto } from '@pawtrait/contract/photos.ts'
import { expect } from 'vitest'
import type { Caller, Reply, TestServer } from './server.ts'

const boundary = 'pawtrait-test-boundary'

/** A form with one file, as a browser or an API client sends it. */
export function photoForm(bytes: Buffer, { field = 'photo', fileName = 'photo.jpg' } = {}) {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n`
  const body = Buffer.concat([
    Buffer.from(`${head}Content-Type: image/jpeg\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Uploads a photo by form; what comes back may be a refusal. */
export function upload(server: TestServer, who: Caller, bytes: Buffer, form = {}): Promise<Reply<OwnPhoto>> {
  const { body, headers } = photoForm(bytes, form)
  return server.call<OwnPhoto>(who, 'POST', '/api/photos', body, { headers })
}

/** Uploads a photo and waits until it is ready. */
export async function readyPhoto(server: TestServer, who: Caller, bytes: Buffer): Promise<OwnPhoto> {
  const uploaded = await upload(server, who, bytes)
  expect(uploaded).toMatchObject({ status: 201, body: { state: 'processing' } })
  return untilReady(server, who, uploaded.body.id)
}

/** Waits until a photo is ready. */
export async function untilReady(server: TestServer, who: Caller, id: string): Promise<OwnPhoto> {
  const look = async () => (await server.call<OwnPhoto>(who, 'GET', `/api/photos/${id}`)).body
  await expect.poll(async () => (await look()).state, { timeout: 10_000 }).toBe('ready')
  return look()
}
