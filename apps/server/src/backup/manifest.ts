import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { BackupError } from './backup-error.ts'
import { fsyncPath, withOpenFile } from './copy-file.ts'

/** File with one JSON line per file of the backup. It is written last: a backup without it is unfinished. */
export const MANIFEST_FILE = 'manifest.jsonl'

/** Path of the PostgreSQL cluster, relative to a backup and to the data folder. */
export const CLUSTER_PATH = 'postgres/cluster'

const FORMAT = 1

// Path of a file or folder, relative to both the backup folder and DATA_DIR. A path that leaves the folder is invalid.
const Path = v.pipe(
  v.string(),
  v.regex(/^(?:postgres\/cluster|photos|secrets|simulators)(?:\/(?!\.\.?(?:\/|$))[^/\\]+)*$/),
)
const Bytes = v.pipe(v.number(), v.integer(), v.minValue(0))
const Sha256 = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))

const Head = v.object({
  format: v.literal(FORMAT),
  madeAt: v.string(),
  /** Release that made the backup; empty in older backups. */
  release: v.optional(v.string(), ''),
  /** Timestamp (`when`) of the newest migration in the database; null without a database. */
  schema: v.nullable(v.number()),
  /** Null if the backup has no database (`--photos-only`). */
  postgres: v.nullable(v.object({ version: v.string(), startLsn: v.string(), stopLsn: v.string() })),
  holdsPepper: v.boolean(),
  /**
   * All folders of the database, even empty ones: PostgreSQL does not start without them. Also `secrets` and
   * `simulators`. Folders of photos are not listed: a restore creates them with their files.
   */
  folders: v.array(Path),
})

const Listed = v.object({
  path: Path,
  sizeBytes: Bytes,
  sha256: Sha256,
  /** Modification time of a photo, in whole milliseconds; absent for other files. */
  mtimeMs: v.optional(v.number()),
})

const Tail = v.object({ files: Bytes, sizeBytes: Bytes, sha256: Sha256 })

export type ManifestFile = v.InferOutput<typeof Listed>

export type Manifest = Omit<v.InferOutput<typeof Head>, 'format'> & { files: Map<string, ManifestFile> }

export const sumFileSizes = (files: Iterable<ManifestFile>): number => {
  let sum = 0
  for (const { sizeBytes } of files) sum += sizeBytes
  return sum
}

export const isBackupFolder = async (folder: string): Promise<boolean> =>
  (await stat(join(folder, MANIFEST_FILE)).catch(() => undefined))?.isFile() ?? false

/** Writes the manifest atomically, which completes the backup. */
export async function writeManifest(folder: string, { files, ...head }: Manifest): Promise<void> {
  const draft = join(folder, `${MANIFEST_FILE}.new`)
  const hash = createHash('sha256')
  await withOpenFile(draft, 'wx', async (file) => {
    const write = async (value: object, isHashed = true) => {
      const line = `${JSON.stringify(value)}\n`
      if (isHashed) hash.update(line)
      await file.writeFile(line)
    }
    await write({ format: FORMAT, ...head })
    for (const listed of files.values()) await write(listed)
    const tail = { files: files.size, sizeBytes: sumFileSizes(files.values()), sha256: hash.digest('hex') }
    await write(tail, false)
    await file.sync()
  })
  await rename(draft, join(folder, MANIFEST_FILE))
  await fsyncPath(folder)
}

const createDamagedError = (folder: string, why: string) =>
  new BackupError(`${join(folder, MANIFEST_FILE)} is damaged (${why}): use an older backup.`)

/** Parses a line of JSON. Returns undefined if the line does not match the schema. */
function readLine<S extends v.GenericSchema>(schema: S, line: string): v.InferOutput<S> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(line))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

function readHead(folder: string, line: string): v.InferOutput<typeof Head> {
  const head = readLine(Head, line)
  if (head) return head
  const { format = 0 } = readLine(v.object({ format: v.number() }), line) ?? {}
  if (format > FORMAT)
    throw new BackupError(`${folder} was made by a newer release of Pawtrait: use that release, or a newer one.`)
  throw createDamagedError(folder, 'line 1')
}

/** Reads a manifest. @throws BackupError when it is missing, unreadable, damaged or of a newer release */
export async function readManifest(folder: string): Promise<Manifest> {
  await access(join(folder, MANIFEST_FILE), constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES')
      throw new BackupError(`This user cannot read ${folder}: make the app's user the owner of that folder.`)
  })
  if (!(await isBackupFolder(folder)))
    throw new BackupError(
      `${folder} is not a finished backup: it has no ${MANIFEST_FILE}. Give a folder such as 2026-12-31T….`,
    )
  const files = new Map<string, ManifestFile>()
  const hash = createHash('sha256')
  let [head, tail, number]: [v.InferOutput<typeof Head> | undefined, v.InferOutput<typeof Tail> | undefined, number] = [
    undefined,
    undefined,
    0,
  ]
  for await (const line of createInterface({ input: createReadStream(join(folder, MANIFEST_FILE)) })) {
    number++
    if (tail) throw createDamagedError(folder, `line ${number}`)
    const listed = head && readLine(Listed, line)
    if (!head) head = readHead(folder, line)
    else if (listed) files.set(listed.path, listed)
    else {
      tail = readLine(Tail, line)
      if (!tail) throw createDamagedError(folder, `line ${number}`)
      continue
    }
    hash.update(`${line}\n`)
  }
  if (!head || !tail) throw createDamagedError(folder, 'its end is missing')
  if (tail.sha256 !== hash.digest('hex') || tail.files !== files.size)
    throw createDamagedError(folder, 'it was changed')
  const { format: _format, ...rest } = head
  return { ...rest, files }
}
