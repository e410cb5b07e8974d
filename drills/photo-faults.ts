import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listPhotoUrls } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { drawnScene } from '../apps/server/src/testing/photos/images.ts'
import { runProgram } from './drill.ts'
import { type DrillInstance, killAndRestart } from './drill-instance.ts'

const twoDaysMs = 2 * 24 * 60 * 60_000

/** Runs a `pawtrait` command while the app is running. */
const pawtrait = ({ app }: DrillInstance, ...words: string[]) =>
  runProgram(process.execPath, ['apps/server/src/cli.ts', ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: app.dataDir, PORT: new URL(app.origin).port },
  })

/** Returns the findings of `doctor --all` about files. */
async function filesByDoctor(instance: DrillInstance): Promise<string> {
  const { out } = await pawtrait(instance, 'doctor', '--all', '--json')
  const { findings } = JSON.parse(out.toString()) as { findings: { what: string; says: string }[] }
  return findings.flatMap(({ what, says }) => (what === 'files' ? [says] : [])).join(' ')
}

const photosOf = ({ app }: DrillInstance) => join(app.dataDir, 'photos')

/** Returns the paths of all files in the photo store, including its work folder. */
function filesOf(instance: DrillInstance): string[] {
  const found = readdirSync(photosOf(instance), { recursive: true, withFileTypes: true })
  return found.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/**
 * Sets the times of all files to two days ago and runs `pawtrait sweep`. Returns the number of files without a
 * photo, plus the number of entries in the work folder.
 */
export async function countOrphansAfterSweep(instance: DrillInstance): Promise<number> {
  const old = (Date.now() - twoDaysMs) / 1_000
  const work = join(photosOf(instance), 'work')
  const folders = readdirSync(work).map((name) => join(work, name))
  for (const file of [...filesOf(instance), ...folders])
    try {
      utimesSync(file, old, old)
    } catch {} // The app has deleted the file since it was listed.
  const { code, err } = await pawtrait(instance, 'sweep')
  assert.equal(code, 0, err.slice(-500))
  const report = await filesByDoctor(instance)
  const stray = Number(/(\d+) belong to no photo/.exec(report)?.[1] ?? 0)
  return stray + readdirSync(work).length
}

/**
 * Deletes the renderings of one photo and truncates those of another. Requests for these files must never get a 5xx
 * status. Restores the files afterwards.
 */
export async function damagePhotos(instance: DrillInstance): Promise<string> {
  const { app, client, done } = instance
  while (done.photos.size < 2) await sleep(100)
  const [first, second] = [...done.photos]
  const addressesOf = async (id: string | undefined) => {
    for (; ; await sleep(200)) {
      const photo = (await (await client.call(app, 'GET', `/api/photos/${id}`)).json()) as OwnPhoto
      if (photo.state === 'ready') return listPhotoUrls(photo)
    }
  }
  const [deleted, corrupt] = [await addressesOf(first), await addressesOf(second)]
  const nameOf = (address = '') => /\/media\/([0-9a-f]{32})/.exec(address)?.[1] ?? 'none'
  const filesAt = (addresses: string[]) => filesOf(instance).filter((file) => file.includes(nameOf(addresses[0])))
  const backedUp = [...filesAt(deleted), ...filesAt(corrupt)]
  const copyOf = (file: string) => join(app.dataDir, file.replaceAll('/', '_'))
  for (const file of backedUp) copyFileSync(file, copyOf(file))
  for (const file of filesAt(corrupt)) truncateSync(file, 100)
  for (const file of filesAt(deleted)) rmSync(file)
  const statuses = async (addresses: string[]) => {
    const found = await Promise.all(addresses.map(async (at) => (await client.call(app, 'GET', at)).status))
    assert.ok(!found.some((status) => status >= 500), `a damaged photo was answered with ${found.join(', ')}`)
    return [...new Set(found)].join(', ')
  }
  const seen = `deleted ${await statuses(deleted)}, halved ${await statuses(corrupt)}`
  const report = await filesByDoctor(instance)
  assert.match(report, /lacks? a file/, `doctor says: ${report}`)
  for (const file of backedUp) copyFileSync(copyOf(file), file)
  for (const file of backedUp) rmSync(copyOf(file))
  return `${seen}; doctor says so`
}

/** Interrupts two uploads half-way and kills all processes. Resumes one upload, and lets `sweep` delete the other. */
export async function interruptUploads(instance: DrillInstance, markFault: () => void): Promise<string> {
  const bytes = await drawnScene(1200, 900).jpeg().toBuffer()
  const half = Math.floor(bytes.length / 2)
  const sendTusRequest = (method: string, path: string, more: Record<string, string>, body?: Buffer) => {
    const { app, client } = instance
    const headers = { origin: app.origin, cookie: client.cookie, 'tus-resumable': '1.0.0', ...more }
    return fetch(app.origin + path, { method, headers, ...(body && { body: new Uint8Array(body) }) })
  }
  const begin = async () =>
    (await sendTusRequest('POST', '/api/uploads', { 'upload-length': String(bytes.length) })).headers.get('location') ??
    ''
  const sendPart = (path: string, from: number, to: number) => {
    const type = 'application/offset+octet-stream'
    return sendTusRequest(
      'PATCH',
      path,
      { 'upload-offset': String(from), 'content-type': type },
      bytes.subarray(from, to),
    )
  }
  const [resumed, abandoned] = [await begin(), await begin()]
  for (const path of [resumed, abandoned]) assert.equal((await sendPart(path, 0, half)).status, 204)
  const cut = sendPart(resumed, half, bytes.length - 1).catch(() => {})
  markFault()
  await killAndRestart(instance)
  await cut
  await sleep(500)
  const arrived = Number((await sendTusRequest('HEAD', resumed, {})).headers.get('upload-offset'))
  assert.ok(arrived >= half, `only ${arrived} of ${half} bytes outlived the kill`)
  const last = await sendPart(resumed, arrived, bytes.length)
  assert.equal(last.status, 204, await last.text())
  return `went on at ${arrived} of ${bytes.length} bytes`
}
