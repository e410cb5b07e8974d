import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, rename, utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { examineInstance } from '#app/cli/doctor.ts'
import { appointModerator } from '#features/moderation/appoint-moderator.ts'
import { listOperatorOnlyReports } from '#features/moderation/operator-only-reports.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { openSecondConnection } from '#testing/database/database.ts'
import { startNatsDouble } from '#testing/fakes/nats-double.ts'
import { startSmtpServer } from '#testing/fakes/smtp.ts'
import { aUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { operatorEnvironment } from '#testing/operator-environment.ts'
import { taggedJpeg } from '#testing/photos/images.ts'
import { readyPhoto } from '#testing/photos/photos.ts'
import { aReport } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const rows = (query: ReturnType<typeof sql>) => server.deps.database.rows(query)

let settings: Record<string, string> = {}
beforeAll(async () => {
  await server.app.fastify.listen({ port: 0, host: 'localhost' })
  const { port } = server.app.fastify.server.address() as AddressInfo
  settings = {
    ...(await operatorEnvironment(server)),
    PORT: String(port),
    PROCESSES: '1',
    MIN_FREE_MB: '1',
  }
  chmodSync(server.dataDir, 0o700)
}, 60_000)

/** Returns the texts of the faults that `pawtrait doctor` finds, by the name of the check. */
async function findFaults(more: Record<string, string> = {}, all = false): Promise<Record<string, string>> {
  const findings = await examineInstance({ ...settings, ...more }, all)
  return Object.fromEntries(findings.filter(({ ok }) => !ok).map(({ what, says }) => [what, says]))
}

it('`pawtrait doctor` finds no fault in a healthy instance', async () => {
  await readyPhoto(server, await aUser(server), await taggedJpeg())
  expect(await findFaults()).toEqual({})
  const findings = await examineInstance(settings, true)
  expect(findings.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['settings', 'folder', 'disk', 'pepper', 'database', 'connections', 'clock', 'schema']),
  )
  expect(findings).toContainEqual({ what: 'files', ok: true, says: 'all files exist of 1 photos.' })
})

it('`pawtrait doctor` reports whether push is on, and names the setting that push lacks', async () => {
  const push = async (more: Record<string, string>) =>
    (await examineInstance({ ...settings, ...more }, false)).find(({ what }) => what === 'push')
  expect(await push({})).toMatchObject({
    ok: true,
    says: expect.stringContaining('is off: push services need a contact'),
  })
  expect(await push({ SUPPORT_CONTACT: 'help@pawtrait.org' })).toMatchObject({
    ok: true,
    says: 'is on. The contact for push services is mailto:help@pawtrait.org.',
  })
})

it('`pawtrait doctor` reports a pepper that differs from the fingerprint in the database', async () => {
  await rows(sql`insert into pepper_fingerprints (fingerprint) values ('of another')`)
  expect(await findFaults()).toEqual({ pepper: expect.stringContaining('restore the registered one') })
  await rows(sql`update pepper_fingerprints set fingerprint = ${server.deps.secrets.fingerprint}`)
  expect(await findFaults()).toEqual({})
  await rows(sql`delete from pepper_fingerprints`)
})

it('`pawtrait doctor` names missing and unsafe settings', async () => {
  const found = await examineInstance({ NODE_ENV: 'production', METRICS_TOKEN: 'short' }, false)
  expect(found).toEqual([{ what: 'settings', ok: false, says: expect.stringContaining('METRICS_TOKEN') }])
  const production = await examineInstance({ NODE_ENV: 'production' }, false)
  expect(production.map(({ says }) => says).join('\n')).toContain('PEPPER_FILE must name a file')
})

it('`pawtrait doctor` reports a data folder that others can read, little disk space and a missing pepper', async () => {
  chmodSync(server.dataDir, 0o755)
  const pepper = join(server.dataDir, 'secrets/pepper.v1')
  await rename(pepper, `${pepper}.away`)
  const found = await findFaults({ MIN_FREE_MB: '900000000' })
  await rename(`${pepper}.away`, pepper)
  chmodSync(server.dataDir, 0o700)
  expect(found).toMatchObject({
    folder: expect.stringContaining('chmod 700'),
    disk: expect.stringContaining('MIN_FREE_MB requires 900000000'),
    pepper: expect.stringContaining('cannot be read (ENOENT)'),
  })
  expect(await findFaults({ DATA_DIR: '/nowhere/at/all' })).toMatchObject({
    folder: expect.stringMatching(/does not exist: .*restore a backup/),
  })
})

it('`pawtrait doctor` reports an unreachable database, few connections, and a schema of another release', async () => {
  const away = await findFaults({ DATABASE_URL: 'postgres://app:topsecret@127.0.0.1:1/pawtrait' })
  expect(away.database).toContain('does not answer')
  expect(JSON.stringify(away)).not.toContain('topsecret')
  expect((await findFaults({ PROCESSES: '100' })).connections).toContain('raise max_connections')
  const owner = await openSecondConnection(server.deps.database, 'owner')
  const move = (ms: number) =>
    owner.rows(sql`update drizzle.__drizzle_migrations set created_at = created_at + ${ms}::bigint
      where id = (select max(id) from drizzle.__drizzle_migrations)`)
  await move(1_000)
  const newer = await findFaults()
  await move(-2_000)
  const older = await findFaults()
  await move(1_000)
  await owner.close()
  expect([newer.schema, older.schema]).toEqual([expect.stringContaining('newer'), expect.stringContaining('older')])
})

it('`pawtrait doctor` reports unreachable NATS servers and a rejected NATS password, without printing it', async () => {
  const nats = await startNatsDouble({ user: 'pawtrait', pass: 'topsecret' })
  await nats.start()
  const away = nats.url.replace(/\d+$/, '1')
  const says = async (url: string) =>
    (await examineInstance({ ...settings, NATS_URL: url }, false)).filter(({ what }) => what === 'nats')
  const both = await says(`${nats.url},${away}`)
  const stranger = await says(nats.url.replace('topsecret', 'hushhush'))
  await nats.stop()
  const [late, what] = ['without NATS, live messages are up to a second late.', 'nats']
  expect(both).toEqual([
    { what, ok: true, says: 'server 1 accepts the app.' },
    { what, ok: false, says: `server 2 cannot be reached (ECONNREFUSED): ${late}` },
  ])
  expect(stranger).toEqual([{ what, ok: false, says: `server 1 refuses the app (Authorization Violation): ${late}` }])
})

it('`pawtrait doctor` reports late jobs, late events and unfinished photos', async () => {
  const late = new Date(Date.now() - 20 * 60_000).toISOString()
  await rows(sql`
    insert into jobs.job (name, data, start_after) select name, '{}', ${late}::timestamptz
    from unnest(array['enlarge-photo', 'mail-code', 'work-payment-events']) as name`)
  await rows(sql`
    insert into events (id, type, data, happened_at, due_at)
    values ('01900000-0000-7000-8000-000000000002', 'nobodys', '{}', ${late}::timestamptz, ${late}::timestamptz)`)
  await rows(sql`update photos set state = 'processing', created_at = ${late}::timestamptz, attached_at = null`)
  const found = (await examineInstance(settings, false)).filter(({ ok }) => !ok)
  await rows(sql`delete from events`)
  await rows(sql`delete from jobs.job`)
  await rows(sql`update photos set state = 'ready'`)
  const says = (what: string) => found.filter((finding) => finding.what === what).map((finding) => finding.says)
  const names = [/^A job "mail-code" has waited/, /^A job "work-payment-events" has/, /^An event has waited for 20 /]
  expect(says('queues').toSorted()).toEqual(names.map((name) => expect.stringMatching(name)))
  expect(says('photos')).toEqual([expect.stringContaining('1 were accepted but are not processed')])
})

it('`pawtrait doctor` prints the number of reports about moderators that no moderator may decide', async () => {
  const { user, form } = await aModerator(server)
  const report = await aReport(server, 'user', user.id)
  const ctx = () => createContext(server.deps, systemCaller)
  expect(await findFaults()).toEqual({
    reports: expect.stringContaining('no moderator may decide 1 reports about the team'),
  })
  expect(await listOperatorOnlyReports(ctx())).toMatchObject([{ id: report, kind: 'user', username: form.username }])
  const second = await aModerator(server)
  expect(Object.keys(await findFaults())).toEqual(['reports'])
  await appointModerator(ctx(), second.form.username, 'admin')
  expect(await findFaults()).toEqual({})
  await appointModerator(ctx(), form.username, 'admin')
  expect(Object.keys(await findFaults())).toEqual(['reports'])
  await rows(sql`update reports set state = 'dismissed' where id = ${report}`)
  expect(await findFaults()).toEqual({})
})

it('`pawtrait doctor` reports missing and truncated photo files, and files that belong to no photo', async () => {
  const [folder = ''] = (await readdir(join(server.dataDir, 'photos'))).filter((name) => name.length === 2)
  const [file = ''] = await readdir(join(server.dataDir, 'photos', folder))
  const path = join(server.dataDir, 'photos', folder, file)
  const stray = join(server.dataDir, 'photos', folder, `${folder}${'0'.repeat(30)}.jpg`)
  const original = (
    await server.deps.database.row<{ file: string }>(sql`
    select original_name || '.' || original_format as file from photos`)
  )?.file
  const originalPath = join(server.dataDir, 'photos', original?.slice(0, 2) ?? '', original ?? '')
  writeFileSync(stray, 'file without photo')
  await utimes(stray, new Date(0), new Date(0))
  expect((await findFaults()).files).toContain('1 belong to no photo')
  rmSync(stray)
  await rename(originalPath, `${originalPath}.away`)
  const found = await findFaults({}, true)
  await rename(`${originalPath}.away`, originalPath)
  expect([found.files, path.length > 0]).toEqual(['1 photos lack a file: restore them from a backup.', true])
  const originalBytes = readFileSync(originalPath)
  writeFileSync(originalPath, originalBytes.subarray(0, originalBytes.length / 2))
  expect((await findFaults()).files).toContain(
    '1 photos among those checked (--all checks every photo) have a file of the wrong length',
  )
  writeFileSync(originalPath, originalBytes)
  expect((await findFaults()).files).toBeUndefined()
})

it('`pawtrait doctor` reports a mail server that does not respond, without sending mail', async () => {
  const smtp = await startSmtpServer()
  const up = await findFaults({ SMTP_URL: smtp.url })
  await smtp.stop()
  const down = await findFaults({ SMTP_URL: smtp.url })
  expect([up.mail, smtp.received]).toEqual([undefined, []])
  expect(down.mail).toContain('it cannot send codes')
})

it('`pawtrait doctor` reports that the app does not run, and that another server responds at PUBLIC_URL', async () => {
  const other = createServer((_request, response) => response.end('Welcome to nginx!'))
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve))
  const { port } = other.address() as AddressInfo
  const elsewhere = await findFaults({ PUBLIC_URL: `http://localhost:${port}` })
  other.close()
  expect(elsewhere.address).toContain('not as Pawtrait')
  const stopped = await findFaults({ PORT: '1' })
  expect(stopped).toMatchObject({ app: expect.stringContaining('nothing answers'), address: expect.any(String) })
})

it('`pawtrait doctor` exits with code 0 if it finds no fault, and with code 1 otherwise', async () => {
  const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
  const run = (more: Record<string, string>, ...args: string[]) =>
    new Promise<{ exit: number; out: string }>((resolve) => {
      const env = { PATH: process.env.PATH, ...settings, ...more }
      execFile(process.execPath, [cli, 'doctor', ...args], { env }, (error, out) =>
        resolve({ exit: error ? Number(error.code) : 0, out }),
      )
    })
  const well = await run({})
  expect(well).toMatchObject({ exit: 0, out: expect.stringMatching(/\nNothing is wrong\.\n$/) })
  expect(well.out.split('\n').filter((line) => line.startsWith('✗'))).toEqual([])
  const ill = await run({ MIN_FREE_MB: '900000000' }, '--json')
  expect(ill.exit).toBe(1)
  expect(JSON.parse(ill.out)).toMatchObject({ ok: false })
}, 180_000)

const folders: string[] = []
it('`pawtrait doctor` reports an embedded database that does not run', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'pawtrait-doctor-'))
  folders.push(DATA_DIR)
  expect((await findFaults({ DATA_DIR, DATABASE_URL: '', MIGRATION_DATABASE_URL: '' })).database).toContain(
    'is not running',
  )
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
