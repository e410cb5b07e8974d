import { constants } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachAtOnce } from '#platform/for-each-at-once.ts'
import { faultOf } from '#platform/seal.ts'
import { sealFile, withFile } from './copy-file.ts'
import { type ListedFile, MANIFEST, type Manifest } from './manifest.ts'

/** What is wrong with one file of a backup. */
export type BackupFault = { path: string; is: 'missing' | 'cut off' | 'changed' | 'not listed' }

/** A link to elsewhere is no file of the backup. */
async function check(folder: string, listed: ListedFile): Promise<BackupFault['is'] | undefined> {
  const path = join(folder, listed.path)
  const there = await lstat(path).catch(() => undefined)
  if (!there?.isFile()) return 'missing'
  const { O_RDONLY, O_NOFOLLOW } = constants
  return faultOf(listed, await withFile(path, O_RDONLY | O_NOFOLLOW, (file) => sealFile(file)))
}

/** Reads every file of a backup and compares it with the manifest. Gives what is wrong, by path; none: it is whole. */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<BackupFault[]> {
  const faults: BackupFault[] = []
  await forEachAtOnce(manifest.files.values(), async (listed) => {
    const is = await check(folder, listed)
    if (is) faults.push({ path: listed.path, is })
  })
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(join(folder, '/').length)
    if (!entry.isDirectory() && path !== MANIFEST && !manifest.files.has(path)) faults.push({ path, is: 'not listed' })
  }
  return faults.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
