import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from './folder-lock.ts'

export const TEST_FOLDER_PREFIX = 'pawtrait-test-'
const SETTLED_MS = 60_000 // a test run that started less than a minute ago may not have locked its folder yet

/** Removes the folders of test runs that were killed. These are test folders that no process has locked. */
export function removeOldTestClusters(now: number) {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(TEST_FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name)
    try {
      if (!existsSync(join(folder, 'app.lock')) || now - statSync(folder).mtimeMs < SETTLED_MS) continue
      lockFolder(folder)()
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another process uses the folder, or another user owns it.
    }
  }
}
