import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { DataFolderInUse } from './errors.ts'
import { createTestFolder, isAlive, removeTestFolders, runStatements } from './testing/programs.ts'

const running = new Set<EmbeddedPostgres>()

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}) {
  const embedded = await startEmbedded({ dataDir, fsync: false, ...options })
  running.add(embedded)
  return embedded
}

afterEach(async () => {
  for (const embedded of running) await embedded.stop()
  running.clear()
  removeTestFolders()
})

describe('startEmbedded', () => {
  it('retains rows across restarts', async () => {
    const folder = createTestFolder()
    const first = await start(folder)
    await runStatements(first, 'create table notes (body text); insert into notes values ($$kept$$)')
    await first.stop()
    expect(first.pid()).toBeUndefined()
    const second = await start(folder)
    expect(await runStatements(second, 'select body from notes')).toEqual([{ body: 'kept' }])
  })

  it('creates a database with all extensions, in which only the owner role can create and read tables', async () => {
    const embedded = await start(createTestFolder())
    await runStatements(embedded, 'create table notes (body text)')
    await expect(runStatements(embedded, 'create table others ()', 'app')).rejects.toThrow('permission denied')
    await expect(runStatements(embedded, 'create temporary table others ()', 'app')).rejects.toThrow(
      'permission denied',
    )
    await expect(runStatements(embedded, 'select * from notes', 'app')).rejects.toThrow('permission denied')
    const extensions = await runStatements(embedded, 'select extname from pg_extension order by 1')
    expect(extensions.map(({ extname }) => extname)).toEqual(['btree_gist', 'citext', 'pg_trgm', 'plpgsql', 'unaccent'])
    await runStatements(embedded, 'create extension if not exists pg_trgm')
  })

  it('creates a database that lower-cases letters beyond ASCII and sorts by code point', async () => {
    const embedded = await start(createTestFolder())
    const [row] = await runStatements(
      embedded,
      `select lower('ÉÀŞ') as lower, unaccent('Éàş') as plain, 'É'::citext = 'é' as same,
              cardinality(show_trgm('été')) as trigrams,
              array(select * from (values ('a'), ('Z'), ('é')) v(x) order by x) as sorted`,
    )
    expect(row).toEqual({ lower: 'éàş', plain: 'Eas', same: true, trigrams: 4, sorted: ['Z', 'a', 'é'] })
  })

  it('refuses a second start on the same folder with DataFolderInUse', async () => {
    const folder = createTestFolder()
    const first = await start(folder)
    const second = await start(folder).catch((error: unknown) => error)
    expect(second).toBeInstanceOf(DataFolderInUse)
    expect(second).toMatchObject({
      message: `The data folder ${folder} is in use by process ${process.pid}: stop it first.`,
    })
    await runStatements(first, 'select 1')
    await first.stop()
    await runStatements(await start(folder), 'select 1')
  })

  it('restarts a killed postmaster without losing an acknowledged row', async () => {
    const folder = createTestFolder()
    const log: string[] = []
    const embedded = await start(folder, { fsync: true, log: (line) => log.push(line) })
    await runStatements(embedded, 'create table notes (n int)')
    await runStatements(embedded, 'insert into notes select generate_series(1, 1000)')
    const killed = embedded.pid() ?? 0
    process.kill(killed, 'SIGKILL')
    await expect
      .poll(() => runStatements(embedded, 'select count(*)::int from notes').catch(() => 'down'), {
        timeout: 20_000,
        interval: 20,
      })
      .toEqual([{ count: 1000 }])
    expect(embedded.pid()).not.toBe(killed)
    expect(log.filter((line) => line.includes('Restarting'))).toHaveLength(1)
  })

  it('restarts without delay each time a postmaster older than a second is killed', async () => {
    const log: string[] = []
    const embedded = await start(createTestFolder(), { log: (line) => log.push(line) })
    for (let kills = 1; kills <= 3; kills++) {
      await sleep(1_100)
      process.kill(embedded.pid() ?? 0, 'SIGKILL')
      await expect.poll(() => log.filter((line) => line.includes('Restarting')).length).toBe(kills)
      await expect
        .poll(() => runStatements(embedded, 'select 1').catch(() => 'down'), { timeout: 20_000 })
        .not.toBe('down')
    }
    expect(log.filter((line) => line.endsWith('Restarting it in 0 ms.'))).toHaveLength(3)
  })

  it('starts in a folder with a path that exceeds the length limit of socket paths', async () => {
    const folder = join(createTestFolder(), 'a'.repeat(120))
    const embedded = await start(folder)
    expect(embedded.connection('app').host.startsWith(folder)).toBe(false)
    expect(await runStatements(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('launches no new postmaster after stop() is called during a restart', async () => {
    const folder = createTestFolder()
    const embedded = await start(folder)
    const killed = embedded.pid() ?? 0
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => embedded.pid(), { interval: 1 }).not.toBe(killed)
    await embedded.stop()
    expect(embedded.pid()).toBeUndefined()
    const next = await start(folder)
    expect(isAlive(next.pid() ?? 0)).toBe(true)
  })

  it('starts five times faster with an existing data folder than with a new folder', async () => {
    const folder = createTestFolder()
    const times: number[] = []
    for (let n = 0; n < 4; n++) {
      const startedAt = performance.now()
      const embedded = await start(folder)
      times.push(performance.now() - startedAt)
      await embedded.stop()
    }
    const [first = 0, ...next] = times
    expect(Math.min(...next)).toBeLessThan(first / 5)
  })

  it('refuses a folder that contains a database with another name', async () => {
    const folder = createTestFolder()
    await (await start(folder, { database: 'one' })).stop()
    await expect(start(folder, { database: 'two' })).rejects.toThrow('contains the database "one", not "two"')
  })

  it('throws a one-line error when the data folder cannot be locked', async () => {
    const folder = createTestFolder()
    mkdirSync(join(folder, 'app.lock'))
    await expect(start(folder)).rejects.toThrow(/cannot be locked.*choose another DATA_DIR/)
  })
})
