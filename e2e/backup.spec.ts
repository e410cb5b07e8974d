import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningApp, startApp } from './app.ts'
import { createApiClient, createPhotoForm } from './client.ts'
import { type AcknowledgedWrites, expectNoLosses, ignoreConnectionErrors, writeUntilKilled } from './kills.ts'
import { runPawtraitCommand } from './pawtrait-command.ts'
import { killApp } from './processes.ts'

const settings = { PHOTOS_PER_DAY: '1000000', POSTS_PER_DAY: '1000000', PACE: '1000000' }

let folder: string
let apps: RunningApp[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawtrait-backup-'))
  apps = []
})
afterEach(async () => {
  for (const app of apps) await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (more: Record<string, string> = {}) => {
  const app = await startApp({ ...settings, ...more })
  apps.push(app)
  return app
}

const copyOf = ({ photos, posts, likes }: AcknowledgedWrites): AcknowledgedWrites => ({
  photos: new Set(photos),
  posts: new Set(posts),
  likes: new Set(likes),
})

const countOf = ({ photos, posts, likes }: AcknowledgedWrites) => photos.size + posts.size + likes.size

async function until(isSo: () => boolean | Promise<boolean>) {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries === 1_000) throw new Error('the condition did not hold within 1,000 tries')
    await sleep(30)
  }
}

// A user uploads, posts and likes during the backup. Writes from before the backup must exist in the restored instance.
it('`pawtrait restore` restores every write that was acknowledged before a backup under load', async () => {
  const app = await start()
  const client = await createApiClient(app, 'amina')
  const form = await createPhotoForm()
  const done: AcknowledgedWrites = { photos: new Set(), posts: new Set(), likes: new Set() }
  const work = ignoreConnectionErrors(writeUntilKilled(app, client, form, done))
  await until(() => done.likes.size > 2)
  const backups = join(folder, 'backups')
  let before = copyOf(done)
  let stdout = ''
  // On a busy machine, a backup may end before the app has acknowledged a write. In this case, make a second backup.
  while (countOf(done) === countOf(before)) {
    before = copyOf(done)
    stdout = (await runPawtraitCommand(app.dataDir, 'backup', backups)).stdout
  }
  await killApp(app, { withPostgres: true })
  await work

  const backup = /^Backup: (.+)$/m.exec(stdout)?.[1] ?? ''
  expect(readdirSync(backups)).toContain(basename(backup))

  const dataDir = join(folder, 'restored')
  await runPawtraitCommand('', 'restore', backup, '--to', dataDir)
  const restored = await start({ DATA_DIR: dataDir })
  const seen = new Set<string>()
  // Pending photo jobs continue after the restore, and the old session is still valid.
  await until(async () => (await expectNoLosses(restored, client, before, seen)) === 0)
  expect(seen.size).toBeGreaterThanOrEqual(before.photos.size)
})
