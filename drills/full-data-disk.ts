import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningApp, startApp } from '../e2e/app.ts'
import { type ApiClient, createApiClient } from '../e2e/client.ts'
import { mountTmpfs } from './disks.ts'
import { type Drill, runProgram } from './drill.ts'

// The app writes its reserve file five seconds after its start.
const settledMs = 6_000
const mostPets = 20_000

const read = ['/api/session', '/api/feed', '/api/explore', '/api/notifications', '/api/stories', '/api/search?q=ami']

/** Fills the disk with a file named `filled`. */
export const fillDisk = (folder: string) => runProgram('dd', ['if=/dev/zero', `of=${join(folder, 'filled')}`, 'bs=4k'])

async function expectReadable(app: RunningApp, client: ApiClient) {
  for (const path of [...read, '/dashboard', '/@amina'])
    assert.equal((await client.call(app, 'GET', path)).status, 200, `${path} on a full disk`)
}

/** Creates pets and edits the profile until the app reports a full disk. Returns the number of acknowledged writes. */
async function writeUntilRefused(app: RunningApp, client: ApiClient): Promise<number> {
  const pet = { name: 'Rex', species: 'dog', backdrop: 'moss' }
  for (let written = 0; written < mostPets; written++) {
    const response = await client.call(app, 'POST', '/api/pets', pet)
    assert.ok([201, 409, 507].includes(response.status), `a pet was answered with ${response.status}`)
    if (response.status === 507) return written
    const bio = 'b'.repeat(1 + (written % 280))
    const edited = await client.call(app, 'PATCH', '/api/profile', { fullname: 'Amina', bio })
    assert.ok([200, 507].includes(edited.status), `a profile was answered with ${edited.status}`)
    if (edited.status === 507) return written
  }
  throw new Error('the disk was never full')
}

/** Runs a `pawtrait` command with the settings of the running app. */
async function pawtrait(settings: Record<string, string>, ...words: string[]) {
  const { PATH = '', TMPDIR = tmpdir() } = process.env
  const env = { PATH, TMPDIR, PROCESSES: '1', ...settings, MIN_FREE_MB: '64' }
  const { code, out, err } = await runProgram(process.execPath, ['apps/server/src/cli.ts', ...words], { env })
  return { code, output: `${out.toString()}${err}` }
}

/** Asserts that `doctor` reports the full disk, and that `sweep` deletes the files of an interrupted upload. */
async function expectCommands(app: RunningApp, settings: Record<string, string>) {
  const own = { ...settings, PORT: new URL(app.origin).port }
  const examined = await pawtrait(own, 'doctor')
  assert.match(examined.output, /✗ disk +\d+ MB are free, but MIN_FREE_MB requires 64/)
  assert.doesNotMatch(examined.output, /✗ (?:database|tables|photos|app) /)
  const leftover = join(app.dataDir, 'photos', 'work', 'photo-left')
  mkdirSync(leftover, { recursive: true })
  utimesSync(leftover, new Date(0), new Date(0))
  const swept = await pawtrait(own, 'sweep')
  assert.deepEqual([swept.code, existsSync(leftover)], [0, false], swept.output)
}

/** Fills the file system of database, photos and secrets. Checks reads and commands before and after a restart. */
async function fullDisk(): Promise<string> {
  const disk = mkdtempSync(join(tmpdir(), 'pawtrait-full-'))
  const { unmount } = await mountTmpfs(disk, '220m')
  const settings = { DATA_DIR: join(disk, 'data'), PACE: '1000000' }
  let app = await startApp(settings)
  try {
    const client = await createApiClient(app, 'amina')
    await sleep(settledMs)
    await fillDisk(disk)
    const written = await writeUntilRefused(app, client)
    await expectReadable(app, client)
    await expectCommands(app, settings)
    await app.stop()
    await fillDisk(disk)
    app = await startApp(settings)
    await expectReadable(app, client)
    await fillDisk(disk)
    await expectCommands(app, settings)
    rmSync(join(disk, 'filled'))
    assert.equal((await client.call(app, 'PATCH', '/api/profile', { fullname: 'Amina', bio: '' })).status, 200)
    return `507 after ${written} more writes; reading, restart, doctor and sweep work; so do writes afterwards`
  } finally {
    await app.stop()
    await unmount()
    rmSync(disk, { recursive: true, force: true })
  }
}

/** Drill with a full disk that contains database, photos and secrets. */
export const fullDataDiskDrills: Drill[] = [{ name: 'F04 database on a full disk', run: fullDisk }]
