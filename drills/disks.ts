import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listPhotoUrls } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import sharp from 'sharp'
import { drawnScene } from '../apps/server/src/testing/photos/images.ts'
import type { RunningApp } from '../e2e/app.ts'
import type { ApiClient } from '../e2e/client.ts'
import { type Drill, DrillSkipped, requireRoot, runProgram } from './drill.ts'
import { uploadPhoto, withApp } from './photos.ts'

type Store = { remount: (options: string) => Promise<void>; app: RunningApp; client: ApiClient }

/** Mounts a tmpfs of a size such as `64m` on a folder. @throws DrillSkipped where mounts are not allowed */
export async function mountTmpfs(folder: string, size: string) {
  requireRoot()
  mkdirSync(folder, { recursive: true })
  const mounted = await runProgram('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  if (mounted.code !== 0) throw new DrillSkipped('no file system may be mounted here')
  return {
    /**
     * Remounts the file system with other options.
     * @throws AssertionError if `mount` fails, for example `ro` while a file is written
     */
    remount: async (options: string) => {
      const { code, err } = await runProgram('mount', ['-o', `remount,${options}`, folder])
      assert.equal(code, 0, err)
    },
    unmount: () => runProgram('umount', ['-l', folder]),
  }
}

/** Runs the app with its photo store on a separate file system. */
async function withStore(size: string, use: (store: Store) => Promise<string>): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-disk-'))
  const { remount, unmount } = await mountTmpfs(join(dataDir, 'photos'), size)
  try {
    return await withApp((app, client) => use({ remount, app, client }), { DATA_DIR: dataDir })
  } finally {
    await unmount()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const ownPhoto = async ({ app, client }: Store, id: string) =>
  (await (await client.call(app, 'GET', `/api/photos/${id}`)).json()) as OwnPhoto

/** Uploads a photo and waits until it is ready. */
async function readyPhoto(store: Store, bytes: Buffer): Promise<OwnPhoto> {
  const answer = await uploadPhoto(store.app, store.client, bytes)
  assert.equal(answer.status, 201, await answer.clone().text())
  let photo = (await answer.json()) as OwnPhoto
  for (const end = performance.now() + 60_000; photo.state === 'processing'; await sleep(200)) {
    assert.ok(performance.now() < end, 'the photo was not ready within 60 s')
    photo = await ownPhoto(store, photo.id)
  }
  assert.equal(photo.state, 'ready')
  return photo
}

/** Checks that every rendering of a photo is served completely. */
async function expectCompleteFiles(store: Store, id: string) {
  for (const src of listPhotoUrls(await ownPhoto(store, id))) {
    const file = await store.client.call(store.app, 'GET', src)
    assert.equal(file.status, 200, `${src} answered ${file.status}`)
    await sharp(Buffer.from(await file.arrayBuffer()), { failOn: 'truncated' }).stats()
  }
}

const full = () =>
  withStore('2m', async (store) => {
    const { app, client, remount } = store
    const bytes = await drawnScene(800, 600).jpeg({ quality: 90 }).toBuffer()
    const first = await readyPhoto(store, bytes)
    const statuses: number[] = []
    const taken: string[] = []
    while (!statuses.includes(507) && statuses.length < 60) {
      const answer = await uploadPhoto(app, client, bytes)
      statuses.push(answer.status)
      assert.ok([201, 503, 507].includes(answer.status), `an upload was answered with ${answer.status}`)
      if (answer.ok) taken.push(((await answer.json()) as OwnPhoto).id)
    }
    assert.ok(statuses.includes(507), 'two megabytes were never full')
    for (const id of [first.id, ...taken]) await expectCompleteFiles(store, id)
    assert.equal((await client.call(app, 'GET', '/api/feed')).status, 200)
    await remount('size=64m')
    await readyPhoto(store, bytes)
    return `507 after ${taken.length + 1} photos; old photos were served whole; uploads continue with free space`
  })

const readOnly = () =>
  withStore('64m', async (store) => {
    const { app, client, remount } = store
    const bytes = await drawnScene(800, 600).jpeg().toBuffer()
    const first = await readyPhoto(store, bytes)
    await sleep(3_000) // Writes must end before the remount as read-only.
    await remount('ro')
    const { status } = await uploadPhoto(app, client, bytes)
    assert.ok([503, 507].includes(status), `an upload was answered with ${status}`)
    await expectCompleteFiles(store, first.id)
    assert.equal((await client.call(app, 'GET', '/api/feed')).status, 200)
    await remount('rw')
    await readyPhoto(store, bytes)
    return `uploads answer ${status}, reads go on; uploads go on once it can be written`
  })

/** Drills that run the app with a full or read-only photo store. */
export const diskDrills: Drill[] = [
  { name: 'F04 disk full', run: full },
  { name: 'F05 store read-only', run: readOnly },
]
