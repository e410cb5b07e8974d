import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { preparePostgresBinaries } from './binaries.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { buildSettingArguments } from './settings.ts'
import { buildPostgresEnvironment, buildUserCommand, findPostmasterUser } from './system-user.ts'
import { createTestFolder, isAlive, removeTestFolders, runProgram, runStatements } from './testing/programs.ts'

let embedded: EmbeddedPostgres | undefined

async function start(dataDir: string, log: string[] = []) {
  embedded = await startEmbedded({ dataDir, fsync: false, log: (line) => log.push(line) })
  return embedded
}

afterEach(async () => {
  await embedded?.stop()
  embedded = undefined
  removeTestFolders()
})

const waitUntilGone = (pid: number) => expect.poll(() => isAlive(pid), { interval: 20 }).toBe(false)

describe('startEmbedded', () => {
  it('retains every acknowledged row when app and postmaster were killed during writes', async () => {
    const folder = createTestFolder()
    const program = runProgram(folder, 'write')
    const { pid = 0 } = await program.until((message) => message.pid !== undefined)
    await program.until((message) => (message.acknowledged ?? 0) > 200)
    process.kill(pid, 'SIGKILL')
    program.child.kill('SIGKILL')
    await program.ended
    // After the kill of the database, the last messages may contain an error instead of a count.
    const acknowledged = Math.max(...program.messages.map((message) => message.acknowledged ?? 0))
    expect(acknowledged).toBeGreaterThan(200)
    const [row] = await runStatements(await start(folder), 'select count(*)::int as count, max(n) as last from notes')
    expect(row?.last).toBeGreaterThanOrEqual(acknowledged)
    expect(row?.count).toBe(row?.last)
  })

  it('needs no recovery after the app was killed, because the postmaster then shuts down by itself', async () => {
    const folder = createTestFolder()
    const program = runProgram(folder)
    const { pid = 0 } = await program.until((message) => message.pid !== undefined)
    expect(isAlive(pid)).toBe(true)
    program.child.kill('SIGKILL')
    await waitUntilGone(pid)
    await program.ended
    const log: string[] = []
    await start(folder, log)
    expect(log.filter((line) => !line.startsWith('LOG:'))).toEqual([])
  })

  it('waits until a dying app releases the lock of the data folder', async () => {
    const folder = createTestFolder()
    const program = runProgram(folder)
    await program.until((message) => message.pid !== undefined)
    // A shell kills the app, because this process is blocked while it waits for the lock.
    spawn('sh', ['-c', `sleep 0.3; kill -9 ${program.child.pid}`], { stdio: 'ignore' })
    expect(await runStatements(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('shuts down the postmaster when the app exits without calling stop()', async () => {
    const program = runProgram(createTestFolder(), 'exit')
    const { pid = 0 } = await program.until((message) => message.pid !== undefined)
    await program.ended
    await expect.poll(() => isAlive(pid), { interval: 20 }).toBe(false)
  })

  it('shuts down the orphaned postmaster of an earlier start', async () => {
    const folder = createTestFolder()
    await (await start(folder)).stop()
    const cluster = join(folder, 'cluster')
    const run = ['-D' + cluster, ...buildSettingArguments(join(folder, 'run'), false)]
    const [command, args] = buildUserCommand(findPostmasterUser(cluster), preparePostgresBinaries().postgres, run)
    const orphan = spawn(command, args, { cwd: '/', env: buildPostgresEnvironment(), stdio: 'ignore' })
    const ended = once(orphan, 'exit')
    await expect.poll(() => existsSync(join(folder, 'run/.s.PGSQL.5432')), { timeout: 5000 }).toBe(true)
    const log: string[] = []
    expect(await runStatements(await start(folder, log), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await ended).toEqual([0, null])
    expect(log[0]).toBe(`PostgreSQL of an earlier start is still running (process ${orphan.pid}): stopping it.`)
  })

  it('ends a backend process that outlived the app and the postmaster', async () => {
    const folder = createTestFolder()
    const program = runProgram(folder, 'compute')
    const { pid = 0 } = await program.until((message) => message.pid !== undefined)
    await new Promise((resolve) => setTimeout(resolve, 300))
    process.kill(pid, 'SIGKILL')
    program.child.kill('SIGKILL')
    await program.ended
    expect(await runStatements(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts when the pid file names an unrelated process, and does not end that process', async () => {
    const folder = createTestFolder()
    await (await start(folder)).stop()
    const pidFile = join(folder, 'cluster/postmaster.pid')
    writeFileSync(pidFile, `${process.ppid}\n${folder}/cluster\n1\n5432\n${folder}/run\n\n  1 1\nready\n`)
    expect(await runStatements(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(process.ppid)).toBe(true)
  })

  it('recreates the cluster when an earlier start was killed while it created the cluster', async () => {
    const folder = createTestFolder()
    mkdirSync(join(folder, 'cluster.new'))
    writeFileSync(join(folder, 'cluster.new/PG_VERSION'), '18\n')
    expect(await runStatements(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(join(folder, 'cluster.new'))).toBe(false)
  })
})

// Only root can become another user, so these tests require root. All other tests also run as an ordinary user.
describe.runIf(process.getuid?.() === 0)('system user of PostgreSQL', () => {
  const asOrdinaryUser = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  // The checkout may be in a folder that only root can enter. This capability lets the other user enter it too.
  const folderCapabilities = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
    '--',
  ]

  it('is the ordinary user who started the app first, even if root starts the app later', async () => {
    const folder = createTestFolder()
    chownSync(folder, 65_534, 65_534)
    const program = runProgram(folder, '', [...asOrdinaryUser, ...folderCapabilities])
    const { pid = 0, ...rest } = await program.until(({ pid }) => pid !== undefined)
    expect(rest).toEqual({ uid: 65_534, socket: true })
    expect(statSync(`/proc/${pid}`).uid).toBe(65_534)
    program.child.kill('SIGKILL')
    await waitUntilGone(pid)
    await program.ended
    const later = await start(folder)
    expect(statSync(`/proc/${later.pid()}`).uid).toBe(65_534)
  })

  it('is user 59432 when root starts the app first, and only this user can open the socket folder', async () => {
    const folder = createTestFolder()
    const first = await start(folder)
    expect(statSync(`/proc/${first.pid()}`).uid).toBe(59_432)
    expect(statSync(first.connection('app').host)).toMatchObject({ uid: 59_432, mode: 0o040_700 })
    expect(await runStatements(first, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  })

  it('must own the data folder, otherwise the start fails with a one-line message', async () => {
    const folder = createTestFolder()
    await (await start(folder)).stop()
    const program = runProgram(folder, '', [...asOrdinaryUser, ...folderCapabilities])
    await program.ended
    expect(program.errorLines).toEqual([
      `${folder} belongs to user 59432, not to 65534: start as its owner, or choose another DATA_DIR.`,
    ])
  })

  it('is never root: the start fails with one line that names DATA_DIR if root cannot switch users', async () => {
    const folder = createTestFolder()
    const program = runProgram(folder, '', ['setpriv', '--bounding-set=-all', '--'])
    await program.ended
    expect(program.errorLines).toHaveLength(1)
    expect(program.errorLines[0]).toMatch(
      /^PostgreSQL refuses to run as root, and cannot run as another user.*DATA_DIR/,
    )
    expect(existsSync(join(folder, 'cluster'))).toBe(false)
  })
})
