import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { drawnScene } from '../apps/server/src/testing/photos/images.ts'
import { createApiClient } from '../e2e/client.ts'
import { type Drill, DrillSkipped, requireProgram, runProgram } from './drill.ts'
import { uploadPhoto, withApp } from './photos.ts'

const library = async () => {
  requireProgram('faketime')
  const { out } = await runProgram('sh', ['-c', 'ls /usr/lib/*/faketime/libfaketime.so.1'])
  const [path = ''] = out.toString().split('\n')
  if (!existsSync(path)) throw new DrillSkipped('libfaketime missing')
  return path
}

/**
 * Returns settings that start the app and its PostgreSQL with a shiftable clock. Also returns `setOffset`, which sets
 * the offset in seconds, such as `+3600`. The monotonic clock does not move.
 * @throws DrillSkipped if libfaketime is not installed
 */
export async function makeShiftableClock() {
  const preload = await library()
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-clock-'))
  const file = join(folder, 'offset')
  writeFileSync(file, '+0')
  return {
    settings: {
      LD_PRELOAD: preload,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    setOffset: async (offset: string) => {
      writeFileSync(file, offset)
      await sleep(2_500) // libfaketime reads the offset once a second.
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const jumps = async (): Promise<string> => {
  const { settings, setOffset, remove } = await makeShiftableClock()
  try {
    return await withApp(async (app, client) => {
      const bytes = await drawnScene(400, 300).jpeg().toBuffer()
      const createdIds: string[] = []
      const post = async () => {
        const { id } = (await (await uploadPhoto(app, client, bytes)).json()) as OwnPhoto
        const answer = await client.call(app, 'POST', '/api/posts', { photos: [{ id }] })
        assert.equal(answer.status, 201, await answer.clone().text())
        createdIds.push(((await answer.json()) as Post).id)
      }
      await post()
      for (const offset of ['+3600', '-3600', '+0']) {
        await setOffset(offset)
        assert.equal((await client.call(app, 'GET', '/api/session')).status, 200, `logged out at ${offset} s`)
        await post()
      }
      assert.deepEqual(createdIds, createdIds.toSorted(), 'ids do not sort any more')
      await setOffset('+315576000')
      assert.equal((await fetch(`${app.origin}/readyz`)).status, 200)
      await createApiClient(app, 'juma')
      await setOffset('+0')
      assert.equal((await fetch(`${app.origin}/readyz`)).status, 200)
      assert.equal(app.process.exitCode, null)
      return `+1 h, -1 h and back: still logged in, ${createdIds.length} ids in order; +10 years: signs up and logs in`
    }, settings)
  } finally {
    remove()
  }
}

/** Drill that shifts the clock of the running app. */
export const clockDrills: Drill[] = [{ name: 'F08 clock jumps by faketime', run: jumps }]
