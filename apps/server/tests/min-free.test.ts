import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '#app/process/workers.ts'
import { hour } from '#testing/clock.ts'
import { startExport as beginExport, getExport as lookAtExport } from '#testing/exports.ts'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene } from '#testing/photos/images.ts'
import { multipartPhotoForm, readyPhoto, uploadTestPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ MIN_FREE_MB: '0' })
let ann: TestUser
let jpeg: Buffer
beforeAll(async () => {
  ann = await aUser(server)
  jpeg = await drawnScene(1600, 1200).jpeg().toBuffer()
})
const fillDisk = () => void (server.deps.config.minFreeMb = 1_000_000_000)
const freeDisk = () => void (server.deps.config.minFreeMb = 0)
afterEach(freeDisk)

/** Runs one waiting job of a queue with its worker. */
async function runNextJob(name: string) {
  const [data] = await server.deps.jobs.waiting(name)
  await server.deps.database.rows(sql`delete from jobs.job where name = ${name}`)
  await createWorkers(server.deps)
    .find((worker) => worker.name === name)
    ?.work(data as never)
}

describe('disk space below MIN_FREE_MB', () => {
  it('makes the server refuse uploads, photo edits, exports and imports with 507', async () => {
    const photo = await readyPhoto(server, ann, jpeg)
    const upload = await server.call(ann, 'POST', '/api/uploads', undefined, {
      headers: { 'tus-resumable': '1.0.0', 'upload-length': String(jpeg.length) },
    })
    expect(upload.status).toBe(201)
    fillDisk()
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '1000' }
    const piece = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const archive = multipartPhotoForm(Buffer.from('PK'), { field: 'archive', fileName: 'pawtrait.zip' })
    const crop = { crop: { x: 0, y: 0, width: 0.5, height: 0.5 }, rotate: 0 }
    server.clock.advance(2 * hour) // New accounts may not import during their first hour.
    const ben = await aUser(server)
    const responses = {
      photo: await uploadTestPhoto(server, ann, jpeg),
      'beginning of an upload': await server.call(ann, 'POST', '/api/uploads', undefined, { headers: tus }),
      piece: await server.call(ann, 'PATCH', String(upload.headers.location), jpeg, { headers: piece }),
      edit: await server.call(ann, 'PATCH', `/api/photos/${photo.id}`, crop),
      export: await beginExport(server, ben),
      import: await server.call(ann, 'POST', '/api/imports', archive.body, { headers: archive.headers }),
    }
    const codes = Object.entries(responses).map(([name, { status, text }]) => [
      name,
      status,
      (JSON.parse(text) as { code: string }).code,
    ])
    expect(codes).toEqual(Object.keys(responses).map((name) => [name, 507, 'storage-full']))
    freeDisk()
    const resumed = await server.call(ann, 'PATCH', String(upload.headers.location), jpeg, { headers: piece })
    expect(resumed.status).toBe(204)
  })

  it('does not prevent posts, likes and comments', async () => {
    const photo = await readyPhoto(server, ann, jpeg)
    const post = await aPost(server, ann)
    fillDisk()
    const ben = await aUser(server)
    const statuses = {
      post: (await server.call(ann, 'POST', '/api/posts', { photos: [{ id: photo.id }], caption: 'A dog' })).status,
      like: (await server.call(ben, 'PUT', `/api/posts/${post.id}/like`)).status,
      comment: (await server.call(ben, 'POST', `/api/posts/${post.id}/comments`, { text: 'Lovely' })).status,
    }
    expect(statuses).toEqual({ post: 201, like: 200, comment: 201 })
  })

  it('retries AVIF conversions and exports after a minute, and completes them once there is enough space', async () => {
    await server.runJobs()
    const carol = await aUser(server)
    const photo = await readyPhoto(server, carol, jpeg)
    const startedExport = await beginExport(server, carol)
    expect(startedExport.status).toBe(202)
    fillDisk()
    await runNextJob('enlarge-photo')
    await runNextJob('make-export')
    const waiting = await server.deps.database.rows(sql`
      select name from jobs.job where name in ('enlarge-photo', 'make-export') and state = 'created'
        and start_after > now() + interval '50 seconds' order by name`)
    expect(waiting).toEqual([{ name: 'enlarge-photo' }, { name: 'make-export' }])
    const sizes = async () =>
      (await server.call<OwnPhoto>(carol, 'GET', `/api/photos/${photo.id}`)).body.avifWidths.length
    expect(await sizes()).toBe(0)
    freeDisk()
    await server.runJobs()
    expect(await sizes()).toBeGreaterThan(0)
    const { id } = startedExport.body
    expect((await lookAtExport(server, carol, id)).body.state).toBe('ready')
  })
})
