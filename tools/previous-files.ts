import { cpSync, existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Days for which replaced files are kept. Pages that are open during an upgrade still load the files of their own
// build. App shells that service workers have stored do the same.
const RETENTION_DAYS = 14
const DAY_MS = 86_400_000

const assetsIn = (folder: string) =>
  globSync('assets/**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))

/** Moves the files of the last build to another folder. Call `keepPreviousFiles` after the next build. */
export function setAsideBuiltFiles(dist: string) {
  const [client, replaced] = [join(dist, 'client'), join(dist, 'replaced')]
  if (!existsSync(client)) return
  // If the last build was interrupted, `replaced` still contains files of an earlier build.
  cpSync(client, replaced, { recursive: true, preserveTimestamps: true })
  rmSync(client, { recursive: true })
}

/**
 * Keeps the files that the new build has replaced, in `dist/previous`. Deletes kept files that were replaced more than
 * 14 days ago. The modification time of a kept file is the time of its replacement.
 */
export function keepPreviousFiles(dist: string, now = new Date()) {
  const [client, replaced, previous] = ['client', 'replaced', 'previous'].map((name) => join(dist, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(join(previous, 'assets'), { recursive: true })
  for (const file of assetsIn(replaced)) {
    if (existsSync(join(client, file))) continue
    mkdirSync(dirname(join(previous, file)), { recursive: true })
    renameSync(join(replaced, file), join(previous, file))
    utimesSync(join(previous, file), now, now)
  }
  rmSync(replaced, { recursive: true, force: true })
  for (const file of assetsIn(previous)) {
    const isOld = now.getTime() - statSync(join(previous, file)).mtimeMs > RETENTION_DAYS * DAY_MS
    if (isOld || existsSync(join(client, file))) rmSync(join(previous, file))
  }
}
