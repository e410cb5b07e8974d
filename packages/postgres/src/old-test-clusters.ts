import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from './folder-lock.ts'

export const TEST_PREFIX = 'pawtrait-test-'
const SETTLED_MS = 60_000 // younger runs may not have locked their folder yet

/** Removes folders of killed test runs, whose lock is free. */
export function removeOldTestClusters(now: number) {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(TEST_PREFIX))) {
    const folder = join(tmpdir(), name)
    try {
      if (!existsSync(join(folder, 'app.lock')) || now - statSync(folder).mtimeMs < SETTLED_MS) continue
      lockFolder(folder)()
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // In use, or owned by another user.
    }
  }
}
