import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBackupCommand } from '#app/cli/backup.ts'
import { readConfig } from '#app/config/config.ts'
import { newFileName, openDiskStorage } from '#platform/storage/storage.ts'

/** Creates a data folder with a pepper and twelve photos, and a backup folder. Commands run in this process. */
export async function createBackupFixture() {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-backup-'))
  const dataDir = join(folder, 'data')
  const dir = join(folder, 'backups')
  mkdirSync(join(dataDir, 'secrets'), { recursive: true })
  writeFileSync(join(dataDir, 'secrets/pepper.v1'), 'p'.repeat(32))
  const storage = await openDiskStorage(join(dataDir, 'photos'))
  const photos = Array.from({ length: 12 }, () => `${newFileName()}-320.webp`)
  for (const name of photos) await storage.put(name, Buffer.from(`photo ${name}`))

  /** Runs a command. Returns its output and adds progress messages to `messages`. @throws the error of the command */
  async function pawtrait(args: string[], settings: Record<string, string> = {}, messages: string[] = []) {
    const run = readBackupCommand(args)
    if (!run) throw new Error('no such command')
    const config = () => readConfig({ DATA_DIR: dataDir, ...settings })
    return run({ config, now: new Date(), say: (line) => messages.push(line) })
  }
  const backup = async (...options: string[]) => {
    const { lines } = await pawtrait(['backup', dir, ...options])
    return { lines, path: lines[0]?.replace('Backup: ', '') ?? '' }
  }
  /** Returns a path that does not exist yet, in an empty folder. */
  const fresh = (name: string) => join(mkdtempSync(join(folder, 'to-')), name)
  return {
    folder,
    dataDir,
    dir,
    storage,
    photos,
    /** Returns the path of a photo in a data folder or a backup. */
    photoIn: (of: string, name: string) => join(of, 'photos', name.slice(0, 2), name),
    pawtrait,
    backup,
    /** Makes a backup without the database, which is quicker. */
    photoBackup: (...options: string[]) => backup('--photos-only', ...options),
    fresh,
    restore: async (from: string, to = fresh('data')) => {
      await pawtrait(['restore', from, '--to', to])
      return to
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
