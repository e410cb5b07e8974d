import { execFile } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examineBackup } from '#app/backup/examine-backup.ts'
import { readConfig } from '#app/config/config.ts'
import { hour } from '#testing/clock.ts'
import { aUser } from '#testing/fixtures.ts'
import { operatorEnvironment } from '#testing/operator-environment.ts'
import { taggedJpeg } from '#testing/photos/images.ts'
import { readyPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { createProductionSettings } from '#testing/sign-in.ts'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const server = serverForFile()
const dir = mkdtempSync(join(tmpdir(), 'pawtrait-backups-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let settings: Record<string, string> = {}
beforeAll(async () => {
  settings = await operatorEnvironment(server)
})

/** Runs `pawtrait backup` like the nightly systemd unit, but copies only photos, because the database is external. */
const backUp = (folder: string) =>
  new Promise<number>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings }
    execFile(process.execPath, [cli, 'backup', folder, '--photos-only'], { env }, (error) =>
      resolve(error ? Number(error.code) : 0),
    )
  })

async function metrics(): Promise<Record<string, number>> {
  const { text } = await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
  const lines = text.matchAll(/^backup_last_(\w+) (\S+)$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]))
}

/** Returns the findings of `pawtrait doctor` about backups of a production instance, `hours` from now. */
async function backupFindings(hours = 0) {
  const config = readConfig({ ...createProductionSettings(), ...settings })
  return examineBackup(config, new Date(Date.now() + hours * hour))
}

const wrong = (says: string) => [{ what: 'backup', ok: false, says: expect.stringContaining(says) }]

describe('nightly backup', () => {
  it('has timestamps of 0 before its first run, and `pawtrait doctor` reports "no backup exists yet"', async () => {
    expect(await metrics()).toEqual({
      success_timestamp_seconds: 0,
      success_size_bytes: 0,
      failure_timestamp_seconds: 0,
    })
    expect(await backupFindings()).toEqual(wrong('no backup exists yet'))
  })

  it('has its time and size in /metrics, and `pawtrait doctor` reports it as old after 36 hours', async () => {
    await readyPhoto(server, await aUser(server), await taggedJpeg())
    const before = Date.now() / 1000
    expect(await backUp(dir)).toBe(0)
    const found = await metrics()
    expect(found.success_timestamp_seconds).toBeGreaterThanOrEqual(Math.floor(before))
    expect(found.success_size_bytes).toBeGreaterThan(1000)
    expect(found.failure_timestamp_seconds).toBe(0)
    expect(await backupFindings(35)).toEqual([{ what: 'backup', ok: true, says: expect.stringContaining(dir) }])
    expect(await backupFindings(37)).toEqual(wrong('hours old'))
  })

  it('has the time of a failure in /metrics; `pawtrait doctor` reports the reason until the next success', async () => {
    const { success_timestamp_seconds: success } = await metrics()
    const file = join(dir, 'no-folder')
    writeFileSync(file, '')
    expect(await backUp(join(file, 'backups'))).toBe(1)
    const found = await metrics()
    expect(found.success_timestamp_seconds).toBe(success)
    expect(found.failure_timestamp_seconds).toBeGreaterThan(success ?? 0)
    expect(await backupFindings()).toEqual(wrong('ENOTDIR'))
    expect(await backUp(dir)).toBe(0)
    expect(await backupFindings()).toMatchObject([{ ok: true }])
  })

  it('makes `pawtrait doctor` report a missing backup folder', async () => {
    renameSync(dir, `${dir}-away`)
    expect(await backupFindings()).toEqual(wrong('check that the backup disk is mounted'))
    renameSync(`${dir}-away`, dir)
  })
})
