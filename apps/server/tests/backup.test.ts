import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readManifest } from '#app/backup/manifest.ts'
import { readConfig } from '#app/config/config.ts'
import { type OpenedDatabase, openDatabase } from '#app/process/open-database.ts'
import { connect } from '#platform/database/db.ts'
import { createBackupFixture } from './backup-fixture.ts'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const world = await createBackupFixture()

const ownerOf = (of: string) => connect(findRunningEmbedded(join(of, 'postgres'))?.('owner') ?? '', { max: 1 })

/** Returns the URL of the embedded PostgreSQL, for use as an external DATABASE_URL. */
function urlOf(of: string): string {
  const found = findRunningEmbedded(join(of, 'postgres'))?.('owner')
  if (!found) throw new Error('no server runs there')
  const { user, password = '', host, port, database } = found
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Opens the database of a data folder and reads its notes. */
async function notesIn(of: string): Promise<number[]> {
  const opened = await openDatabase(readConfig({ DATA_DIR: of }), () => {})
  const owner = ownerOf(of)
  try {
    return (await owner.rows<{ n: number }>(sql`select n from notes order by n`)).map(({ n }) => n)
  } finally {
    await owner.close()
    await opened.stop()
  }
}

/** Inserts a user with photos. The files of the photos contain these texts. */
async function givePhotos(owner: ReturnType<typeof ownerOf>, user: string, files: { name: string; text: string }[]) {
  await owner.rows(sql`
    insert into users (id, username, fullname, email, state, time_zone, created_at)
    values (${user}, 'amina', 'Amina', 'amina@example.com', 'active', 'UTC', now())`)
  for (const { name, text } of files) {
    const sha256 = createHash('sha256').update(text).digest('hex')
    await owner.rows(sql`
      insert into photos (id, owner_id, name, original_name, original_format, state, width, height, placeholder,
        size_bytes, hash, created_at)
      values (${randomUUID()}, ${user}, ${name.slice(0, 32)}, ${randomUUID()}, 'jpg', 'ready', 320, 240, '', 1, '',
        now())`)
    await owner.rows(sql`
      insert into photo_files (name, size_bytes, hash) values (${name}, ${text.length}, decode(${sha256}, 'hex'))`)
  }
}

let opened: OpenedDatabase
const open = async () => {
  opened = await openDatabase(readConfig({ DATA_DIR: world.dataDir }), () => {})
}
beforeAll(async () => {
  await open()
  const owner = ownerOf(world.dataDir)
  await owner.rows(sql`create table notes (n int)`)
  await owner.close()
}, 60_000)
afterAll(async () => {
  await opened.stop()
  world.remove()
})

describe('pawtrait backup', () => {
  it('copies all photos and all acknowledged writes of a running app', async () => {
    const owner = ownerOf(world.dataDir)
    const acknowledged: number[] = []
    const stop = new AbortController()
    const writing = (async () => {
      for (let n = 1; !stop.signal.aborted; n++) {
        await owner.rows(sql`insert into notes values (${n})`)
        acknowledged.push(n)
      }
    })()
    await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
    const before = acknowledged.length
    const result = await world.backup()
    stop.abort()
    await writing
    await owner.close()
    expect(acknowledged.length).toBeGreaterThan(before)
    expect(result.lines.join('\n')).toMatch(
      /database: [\d,]+ files, .*PostgreSQL 18[\s\S]*photos: 12 files[\s\S]*includes the pepper/,
    )
    const to = await world.restore(result.path)
    const notes = await notesIn(to)
    expect(notes.length).toBeGreaterThanOrEqual(before)
    expect(notes).toEqual(notes.map((_, at) => at + 1))
    for (const name of world.photos) expect(readFileSync(world.photoIn(to, name), 'utf8')).toBe(`photo ${name}`)
    expect(readFileSync(join(to, 'secrets/pepper.v1'), 'utf8')).toBe('p'.repeat(32))
    expect(statSync(join(to, 'postgres/cluster')).mode & 0o777).toBe(0o700)
    // Checks that the restored instance can be started a second time.
    expect(await notesIn(to)).toEqual(notes)
  }, 60_000)

  it('fails and names the photo files that are missing or changed in the storage', async () => {
    const [sound = '', lost = '', rotten = ''] = world.photos
    const seals = world.photos.slice(0, 3).map((name) => ({ name, text: `photo ${name}` }))
    const owner = ownerOf(world.dataDir)
    const user = randomUUID()
    try {
      await givePhotos(owner, user, seals)
      expect((await world.pawtrait(['backup', world.dir])).isWell).toBe(true)
      await world.storage.delete([lost])
      await world.storage.put(rotten, Buffer.from(`PHOTO ${rotten}`))
      const { isWell, lines } = await world.pawtrait(['backup', world.dir])
      expect(isWell).toBe(false)
      expect(lines.filter((line) => line.includes('in the storage: ')).toSorted()).toEqual(
        [`changed in the storage: ${rotten}`, `missing in the storage: ${lost}`].toSorted(),
      )
      expect(lines.join('\n')).not.toContain(sound)
      // Checks that photos are compared with the database rows of an external database too.
      const DATABASE_URL = urlOf(world.dataDir)
      const own = await world.pawtrait(['backup', world.dir, '--photos-only'], { DATABASE_URL })
      expect([own.isWell, own.lines.filter((line) => line.includes('in the storage: ')).length]).toEqual([false, 2])
      // Files without a photo row are no faults, because a job deletes them later.
      await owner.rows(sql`delete from photos where owner_id = ${user}`)
      expect((await world.pawtrait(['backup', world.dir])).isWell).toBe(true)
      expect((await world.pawtrait(['backup', world.dir, '--photos-only'], { DATABASE_URL })).isWell).toBe(true)
    } finally {
      await world.storage.put(lost, Buffer.from(`photo ${lost}`))
      await world.storage.put(rotten, Buffer.from(`photo ${rotten}`))
      await owner.rows(sql`delete from photos where owner_id = ${user}`)
      await owner.rows(sql`delete from users where id = ${user}`)
      await owner.rows(sql`delete from photo_files`)
      await owner.close()
    }
  }, 60_000)

  it('copies no photos if they are stored in a bucket', async () => {
    const s3 = { S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'id' }
    const settings = { ...s3, S3_SECRET_ACCESS_KEY: 'secret' }
    const into = world.fresh('backups')
    const { lines } = await world.pawtrait(['backup', into], settings)
    expect(lines).toContainEqual(expect.stringContaining('not in this backup'))
    const { files } = await readManifest(lines[0]?.replace('Backup: ', '') ?? '')
    const folders = new Set([...files.keys()].map((path) => path.split('/')[0]))
    expect([folders.has('photos'), folders.has('postgres')]).toEqual([false, true])
    await expect(world.pawtrait(['backup', into, '--photos-only'], settings)).rejects.toThrow('in the bucket')
  }, 60_000)

  it('rejects a target in the data folder, an empty data folder, and DATABASE_URL without --photos-only', async () => {
    await expect(world.pawtrait(['backup', join(world.dataDir, 'backups')])).rejects.toThrow('is in the data folder')
    await expect(world.pawtrait(['backup', world.dir], { DATA_DIR: world.fresh('none') })).rejects.toThrow(
      'contains no instance',
    )
    const DATABASE_URL = 'postgres://127.0.0.1:1/pawtrait'
    await expect(world.pawtrait(['backup', world.dir], { DATABASE_URL })).rejects.toThrow(
      /^DATABASE_URL is set.*--photos-only/,
    )
    const photosOnly = await world.pawtrait(['backup', world.fresh('backups'), '--photos-only'], { DATABASE_URL })
    expect(photosOnly.lines.join('\n')).not.toContain('database:')
    expect([photosOnly.isWell, photosOnly.lines.at(-1)]).toEqual([
      false,
      expect.stringMatching(/^The photos could not be compared with the database/),
    ])
    const to = await world.restore(photosOnly.lines[0]?.replace('Backup: ', '') ?? '')
    expect(readdirSync(to).toSorted()).toEqual(['photos', 'secrets'])
  }, 60_000)
})

describe('killed backup', () => {
  it('is rejected by verify and restore, and is deleted by the next backup', async () => {
    const into = world.fresh('backups')
    const env = { PATH: process.env.PATH, DATA_DIR: world.dataDir }
    const killed = spawn(process.execPath, [cli, 'backup', into], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    for await (const chunk of killed.stderr) if (String(chunk).includes('database: copying')) killed.kill('SIGKILL')
    const [unfinished = ''] = readdirSync(into).filter((name) => name.startsWith('2'))
    expect(unfinished).toMatch(/\.unfinished$/)
    for (const command of ['verify', 'restore'])
      await expect(world.pawtrait([command, join(into, unfinished)])).rejects.toThrow('is not a finished backup')
    const owner = ownerOf(world.dataDir)
    await expect.poll(() => owner.rows(sql`select slot_name from pg_replication_slots`)).toEqual([])
    await owner.close()
    await world.pawtrait(['backup', into, '--photos-only'])
    expect(readdirSync(into).filter((name) => name.startsWith('2'))).toEqual([expect.stringMatching(/Z$/)])
  }, 60_000)
})

it('`pawtrait backup` and `pawtrait restore` preserve all rows when the app does not run', async () => {
  await opened.stop()
  const { path } = await world.backup('--keep', '1')
  await open()
  const owner = ownerOf(world.dataDir)
  const notes = await owner.rows<{ n: number }>(sql`select n from notes order by n`)
  await owner.close()
  expect(await notesIn(await world.restore(path))).toEqual(notes.map(({ n }) => n))
}, 60_000)
