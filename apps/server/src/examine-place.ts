import { readFile, stat, statfs } from 'node:fs/promises'
import type { Config } from '#app/config.ts'
import type { Db } from '#platform/db.ts'
import type { Finding } from '#platform/finding.ts'
import { knownFingerprint } from '#platform/known-pepper.ts'
import { fingerprintOf } from '#platform/secrets.ts'

const BYTES_PER_MB = 1024 ** 2
const PEPPER_BYTES = 32

const reasonOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unreadable')

/** The data folder: whose it is, who else may look into it, and what room is left. */
export async function examineFolder({ dataDir, minFreeMb }: Config): Promise<Finding[]> {
  const what = 'folder'
  const found = await stat(dataDir).catch(() => undefined)
  if (!found?.isDirectory())
    return [{ what, ok: false, says: `${dataDir} is not there: start the app once, or set DATA_DIR.` }]
  const { bavail, bsize } = await statfs(dataDir)
  const freeMb = Math.floor((bavail * bsize) / BYTES_PER_MB)
  const me = process.getuid?.() ?? found.uid
  const isOwn = me === found.uid || me === 0
  const isClosed = (found.mode & 0o066) === 0
  const owner = isOwn
    ? `${dataDir} belongs to whom it should.`
    : `${dataDir} belongs to user ${found.uid}, and this runs as ${me}: run the app and this command as its owner.`
  return [
    { what, ok: isOwn, says: owner },
    { what, ok: isClosed, says: isClosed ? 'nobody else may read it.' : `others may read it: chmod 700 ${dataDir}` },
    {
      what: 'disk',
      ok: freeMb >= minFreeMb,
      says:
        freeMb >= minFreeMb
          ? `${freeMb} MB are free.`
          : `${freeMb} MB are free, and MIN_FREE_MB asks for ${minFreeMb}: "sweep" clears away what is not needed.`,
    },
  ]
}

/** The file without which nobody can sign in. */
export async function examinePepper({ pepperFile }: Config): Promise<Finding> {
  const what = 'pepper'
  try {
    const { mode } = await stat(pepperFile)
    if ((await readFile(pepperFile)).length < PEPPER_BYTES)
      return { what, ok: false, says: `${pepperFile} has fewer than ${PEPPER_BYTES} bytes.` }
    if (mode & 0o077) return { what, ok: false, says: `others may read ${pepperFile}: chmod 400 ${pepperFile}` }
    return { what, ok: true, says: 'is there, and for nobody else to read. Keep a copy apart from the data.' }
  } catch (error) {
    return { what, ok: false, says: `${pepperFile} cannot be read (${reasonOf(error)}): without it nobody signs in.` }
  }
}

/** Whether it is the one that people's zip codes were hashed with; nothing of one that cannot be read. */
export async function examineKnownPepper({ pepperFile }: Config, db: Db): Promise<Finding[]> {
  const what = 'pepper'
  const pepper = await readFile(pepperFile).catch(() => undefined)
  if (!pepper) return []
  const known = await knownFingerprint(db)
  if (known === undefined) return [{ what, ok: true, says: 'the next start writes down which it is.' }]
  return known === fingerprintOf(pepper)
    ? [{ what, ok: true, says: 'is the one that this database was used with.' }]
    : [{ what, ok: false, says: `${pepperFile} is not the one that this database was used with: put that one back.` }]
}
