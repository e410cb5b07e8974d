import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '#app/config/config.ts'
import type { Db } from '#platform/database/db.ts'
import type { Finding } from '#platform/finding.ts'
import { selectFingerprint } from '#platform/security/pepper-fingerprint.ts'
import { computePepperFingerprint, PEPPER_BYTES } from '#platform/security/secrets.ts'
import { readFreeMb } from '#platform/storage/free-space.ts'

const checkout = fileURLToPath(new URL('../../../..', import.meta.url))

const refusedText = 'the app refuses photos, imports and exports. Run "sweep", then enlarge the disk.'

const formatErrorCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'

export async function examineDataFolder({ dataDir, minFreeMb }: Config): Promise<Finding[]> {
  const what = 'folder'
  const found = await stat(dataDir).catch(() => undefined)
  if (!found?.isDirectory())
    return [
      {
        what,
        ok: false,
        says: `${dataDir} does not exist: create it for the app's user, restore a backup into it, or set DATA_DIR.`,
      },
    ]
  const free = await readFreeMb(dataDir)
  const ownUid = process.getuid?.() ?? found.uid
  const isOwn = ownUid === found.uid || ownUid === 0
  const isPrivate = (found.mode & 0o066) === 0
  const owner = isOwn
    ? `${dataDir} has the right owner.`
    : `${dataDir} belongs to user ${found.uid}, but this is user ${ownUid}: run the app and this command as the owner.`
  return [
    { what, ok: isOwn, says: owner },
    {
      what,
      ok: isPrivate,
      says: isPrivate ? 'other users cannot read it.' : `other users can read it: chmod 700 ${dataDir}`,
    },
    {
      what: 'disk',
      ok: free >= minFreeMb,
      says:
        free >= minFreeMb
          ? `${free} MB are free.`
          : `${free} MB are free, but MIN_FREE_MB requires ${minFreeMb}: ${refusedText}`,
    },
  ]
}

/** Checks the pepper file. Without it no user can log in. */
export async function examinePepper({ pepperFile }: Config): Promise<Finding> {
  const what = 'pepper'
  try {
    const { mode } = await stat(pepperFile)
    if ((await readFile(pepperFile)).length < PEPPER_BYTES)
      return { what, ok: false, says: `${pepperFile} has fewer than ${PEPPER_BYTES} bytes: restore it from its copy.` }
    if (mode & 0o077) return { what, ok: false, says: `other users can read ${pepperFile}: chmod 400 ${pepperFile}` }
    return { what, ok: true, says: 'exists, and only its owner can read it. Keep a copy apart from the data.' }
  } catch (error) {
    return {
      what,
      ok: false,
      says: `${pepperFile} cannot be read (${formatErrorCode(error)}): without it no user can log in. Restore it.`,
    }
  }
}

/** Checks that the pepper belongs to this database. An unreadable pepper is reported by another check. */
export async function examineRegisteredPepper({ pepperFile }: Config, db: Db): Promise<Finding[]> {
  const what = 'pepper'
  const pepper = await readFile(pepperFile).catch(() => undefined)
  if (!pepper) return []
  const known = await selectFingerprint(db)
  if (known === undefined)
    return [{ what, ok: true, says: 'the next start of the app registers it for this database.' }]
  return known === computePepperFingerprint(pepper)
    ? [{ what, ok: true, says: 'is the registered pepper of this database.' }]
    : [
        {
          what,
          ok: false,
          says: `${pepperFile} is not the registered pepper of this database: restore the registered one.`,
        },
      ]
}

/** Returns the real paths of files with names that start with "pepper". */
async function findPeppers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const pepperEntries = names.filter((entry) => /^pepper/i.test(entry.name) && !entry.isDirectory())
  return Promise.all(pepperEntries.map(({ name }) => realpath(join(folder, name)).catch(() => join(folder, name))))
}

const isReadableByOthers = async (file: string) => ((await stat(file).catch(() => undefined))?.mode ?? 0) & 0o077

/**
 * Finds copies of the pepper in unsafe folders. All users of the machine can read the code folder, and backups contain
 * the data folder. Also finds copies in the folder of PEPPER_FILE that other users can read.
 */
export async function examinePepperCopies({ pepperFile, dataDir }: Config, code = checkout): Promise<Finding[]> {
  // If PEPPER_FILE is missing, a copy elsewhere may be the only pepper, so the operator must not delete it.
  const pepperPath = await realpath(pepperFile).catch(() => undefined)
  if (pepperPath === undefined) return []
  const createFault = (file: string, why: string) => ({ what: 'pepper', ok: false, says: `${file} ${why}` })
  const inCode = (await findPeppers(code)).map((file) =>
    file === pepperPath
      ? createFault(file, 'is in the code folder: move it, and change PEPPER_FILE.')
      : createFault(
          file,
          'is in the code folder and looks like a pepper: delete it if it is a copy, otherwise move it.',
        ),
  )
  const inData = [...(await findPeppers(dataDir)), ...(await findPeppers(join(dataDir, 'secrets')))]
    .filter((file) => file !== pepperPath)
    .map((file) =>
      createFault(
        file,
        `is a second pepper beside ${pepperFile}, and in backups: delete it if it is a copy, otherwise move it.`,
      ),
    )
  const siblings = (await findPeppers(dirname(pepperPath))).filter((file) => file !== pepperPath)
  const areReadable = await Promise.all(siblings.map(isReadableByOthers))
  const readable = siblings
    .filter((_, at) => areReadable[at])
    .map((file) => createFault(file, 'looks like a pepper, and other users can read it: chmod 400.'))
  const reportedFiles = new Set<string>()
  return [...inCode, ...inData, ...readable].filter(({ says }) => {
    const [file = ''] = says.split(' ')
    return !reportedFiles.has(file) && reportedFiles.add(file)
  })
}
