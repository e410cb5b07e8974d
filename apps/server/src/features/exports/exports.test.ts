import { DataExport, type NewestExport } from '@pawtrait/contract/exports.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { sweepPhotos } from '#features/media/sweep-photos.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour, minute } from '#testing/clock.ts'
import {
  aReadyExport,
  aStoredPhoto,
  countExportFiles,
  downloadExport,
  getExport,
  runExportJob,
  startExport,
} from '#testing/exports.ts'
import { aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { sweepExports } from './sweep-exports.ts'

const server = serverForFile({ MAIL: 'dev' })
const sweep = () => sweepExports(createContext(server.deps, systemCaller))
const unknownId = '01900000-0000-7000-8000-000000000001' as ExportId

describe('export', () => {
  it('is prepared by a job, announced by e-mail and then available for download', async () => {
    const user = await aUser(server)
    const response = await startExport(server, user)
    expect(response).toMatchObject({ status: 202, body: { state: 'waiting', progress: 0, sizeBytes: null } })
    v.parse(DataExport, response.body)
    expect((await downloadExport(server, user, response.body.id)).status).toBe(409)
    await server.runJobs()
    const readyExport = await getExport(server, user, response.body.id)
    const expiresAt = new Date(server.clock.now().getTime() + 7 * day).toISOString()
    expect(readyExport).toMatchObject({ status: 200, body: { state: 'ready', progress: 100, expiresAt } })
    const file = await downloadExport(server, user, response.body.id)
    expect(file.status).toBe(200)
    expect(file.bytes.length).toBe(readyExport.body.sizeBytes)
    expect(file.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="pawtrait-${response.body.createdAt.slice(0, 10)}.zip"`,
    })
    const letter = server.mailbox.messages.find(({ to }) => to === user.email)
    expect(letter?.text).toContain('/settings')
    expect(letter?.text).not.toContain(response.body.id)
  })

  it('can be created only in sudo mode, and is hidden from other users (404)', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    const { id } = await aReadyExport(server, user)
    expect((await startExport(server, null)).status).toBe(401)
    const response = await server.call(other, 'POST', '/api/exports')
    expect(response).toMatchObject({ status: 403, body: { code: 'sudo-required' } })
    expect((await getExport(server, null, id)).status).toBe(401)
    expect((await downloadExport(server, null, id)).status).toBe(401)
    expect((await getExport(server, other, id)).status).toBe(404)
    expect((await downloadExport(server, other, id)).status).toBe(404)
    expect((await getExport(server, user, unknownId)).status).toBe(404)
    expect((await getExport(server, user, 'x')).status).toBe(400)
    const newest = await server.call<NewestExport>(other, 'GET', '/api/exports')
    expect(newest.body).toEqual({ export: null, nextAt: null })
  })

  it('is created only once for six simultaneous requests', async () => {
    const user = await aUser(server)
    const responses = await Promise.all(Array.from({ length: 6 }, () => startExport(server, user)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    const rows = await server.deps.database.rows(sql`select 1 from exports where user_id = ${user.id}`)
    expect(rows).toHaveLength(1)
    expect((await server.deps.jobs.waiting('make-export')).length).toBeGreaterThan(0)
    await server.runJobs()
  })

  it('can be requested once a day, and expires when a newer export is ready', async () => {
    const user = await aUser(server)
    const first = await aReadyExport(server, user)
    server.clock.advance(23 * hour)
    const response = await startExport(server, user)
    expect(response).toMatchObject({ status: 429, body: { code: 'quota-reached' } })
    expect(response.headers['retry-after']).toBe('3600')
    const nextAt = new Date(server.clock.now().getTime() + hour).toISOString()
    expect((await server.call<NewestExport>(user, 'GET', '/api/exports')).body).toMatchObject({ nextAt })
    server.clock.advance(hour)
    const second = await aReadyExport(server, user)
    expect(second).toMatchObject({ state: 'ready' })
    expect((await getExport(server, user, first.id)).body).toMatchObject({ state: 'expired' })
    expect((await downloadExport(server, user, first.id)).status).toBe(410)
    expect((await downloadExport(server, user, second.id)).status).toBe(200)
    const newest = await server.call<NewestExport>(user, 'GET', '/api/exports')
    expect(newest.body.export?.id).toBe(second.id)
  })
})

describe('file of an export', () => {
  it('is deleted by a sweep after seven days, but not before', async () => {
    const user = await aUser(server)
    await sweep()
    const before = await countExportFiles(server)
    const { id } = await aReadyExport(server, user)
    server.clock.advance(7 * day - minute)
    await sweepPhotos(createContext(server.deps, systemCaller))
    await sweep()
    expect((await downloadExport(server, user, id)).status).toBe(200)
    server.clock.advance(minute)
    expect((await getExport(server, user, id)).body).toMatchObject({ state: 'expired' })
    expect((await downloadExport(server, user, id)).status).toBe(410)
    await sweep()
    expect(await countExportFiles(server)).toBeLessThanOrEqual(before)
    expect((await getExport(server, user, id)).body).toMatchObject({ state: 'expired' })
    server.clock.advance(31 * day)
    await sweep()
    expect(await server.deps.database.rows(sql`select 1 from exports where id = ${id}`)).toEqual([])
  })

  it('is deleted by the sweep once its user is deleted', async () => {
    const user = await aUser(server)
    await sweep()
    const before = await countExportFiles(server)
    const { id } = await aReadyExport(server, user)
    expect(await countExportFiles(server)).toBe(before + 1)
    await server.deps.database.rows(sql`delete from users where id = ${user.id}`)
    await sweep()
    expect(await countExportFiles(server)).toBe(before)
    expect(await server.deps.database.rows(sql`select 1 from exports where id = ${id}`)).toEqual([])
    expect((await getExport(server, user, id)).status).toBe(401)
  })

  it('can be created again immediately when it is missing from the storage', async () => {
    const user = await aUser(server)
    const { id } = await aReadyExport(server, user)
    const rows = await server.deps.database.rows<{ file: string }>(sql`
      select file from export_pieces where export_id = ${id}`)
    await server.deps.storage.delete(rows.map(({ file }) => file))
    expect((await downloadExport(server, user, id)).status).toBe(410)
    expect((await getExport(server, user, id)).body).toMatchObject({ state: 'failed' })
    const newExport = await aReadyExport(server, user)
    expect((await downloadExport(server, user, newExport.id)).status).toBe(200)
  })
})

describe('failing export', () => {
  it('stops after eight runs, deletes its files, and can be started again', async () => {
    const user = await aUser(server)
    await aStoredPhoto(server, user)
    await sweep()
    const before = await countExportFiles(server)
    const { body } = await startExport(server, user)
    const { storage } = server.deps
    const { put } = storage
    storage.put = () => Promise.reject(new Error('the disk is away'))
    for (let run = 1; run < 8; run++) await expect(runExportJob(server, body.id)).rejects.toThrow('the disk is away')
    expect((await getExport(server, user, body.id)).body).toMatchObject({ state: 'running' })
    await runExportJob(server, body.id)
    storage.put = put
    expect((await getExport(server, user, body.id)).body).toMatchObject({ state: 'failed', sizeBytes: null })
    expect((await downloadExport(server, user, body.id)).status).toBe(410)
    expect(server.lines.join('\n')).toContain('the disk is away')
    await sweep()
    expect(await countExportFiles(server)).toBe(before)
    expect(await aReadyExport(server, user)).toMatchObject({ state: 'ready' })
  })

  it('is marked as failed when its job no longer exists, but not while the job waits', async () => {
    const user = await aUser(server)
    const { body } = await startExport(server, user)
    server.clock.advance(2 * hour)
    await sweep()
    expect((await getExport(server, user, body.id)).body).toMatchObject({ state: 'waiting' })
    await server.deps.database.rows(sql`update exports set run = run where id = ${body.id}`)
    await server.runJobs()
    await server.deps.database.rows(sql`
      update exports set state = 'running', finished_at = null where id = ${body.id}`)
    server.clock.advance(2 * hour)
    await sweep()
    expect((await getExport(server, user, body.id)).body).toMatchObject({ state: 'failed' })
  })
})
