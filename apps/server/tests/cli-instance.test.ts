import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '#platform/database/db.ts'
import { releaseName } from '#platform/process/release.ts'
import { aUser } from '#testing/fixtures.ts'
import { operatorEnvironment } from '#testing/operator-environment.ts'
import { runCommand, runProgram } from '#testing/run-command.ts'
import { serverForFile } from '#testing/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-no-instance-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const server = serverForFile()
let settings: Record<string, string> = {}
beforeAll(async () => {
  settings = await operatorEnvironment(server)
})

describe('pawtrait without an instance', () => {
  it.each([
    'moderator list',
    'reset-signin luna',
    'limits',
    'payments',
    'sweep',
    'storage verify',
    'new-pepper',
    'backup backups',
  ])(
    'rejects the command "%s" with a one-line error and creates no files',
    async (args) => {
      const { exit, out, err } = await runCommand(args.split(' '), {}, folder)
      expect([exit, out]).toEqual([1, ''])
      expect(err.trimEnd().split('\n').at(-1)).toMatch(/instance.*set DATA_DIR/)
      expect(readdirSync(folder)).toEqual([])
    },
    120_000,
  )

  it('rejects a database without tables and creates no tables', async () => {
    const cluster = TestCluster.at(inject('cluster'))
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await cluster.copyDatabase('template0', name)
    const empty = connect(cluster.connection('app', name), { max: 1 })
    try {
      const urls = await operatorEnvironment({ dataDir: folder, deps: { database: empty } })
      for (const args of [['moderator', 'list'], ['sweep']]) {
        const refused = await runCommand(args, urls)
        expect(refused).toMatchObject({ exit: 1, out: '', err: expect.stringContaining('it has no tables') })
      }
      const tables = await empty.rows(sql`select 1 from pg_class where relname in ('users', '__drizzle_migrations')`)
      expect(tables).toEqual([])
    } finally {
      await empty.close()
    }
  }, 120_000)

  it('prints the same error line for a missing database as the app prints at its start', async () => {
    const name = `missing_${randomUUID().replaceAll('-', '')}`
    const line = `database "${name}" does not exist\n`
    const url = String(settings.DATABASE_URL).replace(/\/\w+(?=\?)/, `/${name}`)
    const urls = { ...settings, DATABASE_URL: url, MIGRATION_DATABASE_URL: url }
    expect((await runCommand(['payments'], urls)).err).toMatch(new RegExp(`\n${line}$`))
    const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
    const start = await runProgram(process.execPath, [main], { ...urls, PORT: '0' })
    expect(start).toMatchObject({ exit: 1, err: line })
  }, 120_000)

  it('exits with code 0 for --help and --version, and code 2 for an option in the place of a username', async () => {
    for (const words of [['--help'], ['help'], ['reset-signin', '--help'], ['moderator', 'add', '--help']]) {
      const help = await runCommand(words, {}, folder)
      expect(help).toMatchObject({ exit: 0, err: '' })
      expect(help.out).toMatch(/^pawtrait (reset-signin|moderator add) </m)
    }
    const version = { exit: 0, out: `pawtrait ${releaseName}\n`, err: '' }
    expect(await runCommand(['--version'], {}, folder)).toEqual(version)
    expect(await runCommand(['limits', '--version'], {}, folder)).toEqual(version)
    const option = await runCommand(['reset-signin', '--now'], settings)
    expect(option).toMatchObject({ exit: 2, out: '', err: expect.stringContaining('reset-signin <username') })
  }, 120_000)
})

describe('pawtrait with an instance', () => {
  it('prints the instance on stderr, without the database password', async () => {
    const { exit, err } = await runCommand(['payments'], settings)
    expect(exit).toBe(0)
    expect(err).toMatch(/^Instance: http:\/\/localhost:3000, data in .+, database \w+ on .+\. Release \d+\..+\.\n$/)
    expect(err).toContain(server.dataDir)
    const url = new URL(settings.DATABASE_URL?.replace('@/', '@localhost/') ?? '')
    expect(url.password === '' || !err.includes(url.password)).toBe(true)
  }, 120_000)

  it('accepts an e-mail address in upper or lower case instead of a username', async () => {
    const user = await aUser(server)
    const address = user.email.toUpperCase()
    const link = await runCommand(['reset-signin', address], settings)
    expect(link).toMatchObject({ exit: 0, out: expect.stringContaining('/reset-signin#') })
    expect((await runCommand(['age', address, 'adult'], settings)).exit).toBe(0)
    expect((await runCommand(['limits', address], settings)).exit).toBe(0)
    const file = join(folder, 'export.zip')
    expect((await runCommand(['export-account', address, file], settings)).exit).toBe(0)
    expect(existsSync(file)).toBe(true)
    expect((await runCommand(['moderator', 'add', address], settings)).exit).toBe(0)
    expect((await runCommand(['moderator', 'list'], settings)).out).toMatch(new RegExp(`^${user.username}\t`))
    expect((await runCommand(['moderator', 'remove', address], settings)).exit).toBe(0)
    expect((await runCommand(['delete-account', address], settings)).exit).toBe(0)
    expect((await runCommand(['restore-account', address], settings)).out).toContain(
      `The account ${user.username} is restored.`,
    )
  }, 240_000)
})
