import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type ByteRange, type ResolvedRange, resolveRange } from '#platform/http/byte-range.ts'
import { digestOf, type FileDigest } from './file-digest.ts'

/** File storage with generated names, on disk or in a bucket (`s3-storage.ts`), which may throw StorageUnavailable. */
export type Storage = {
  /** Writes a file atomically and durably. Removes `file`, which must be in `workFolder`. Returns the digest. */
  put(name: string, content: Buffer | { file: string }): Promise<FileDigest>
  /** Returns the file or the requested part of it. Undefined if the file does not exist. */
  get(name: string, range?: ByteRange): Promise<OpenedFile | undefined>
  /** Returns the size without reading the file. Undefined if the file does not exist. */
  find(name: string): Promise<{ sizeBytes: number } | undefined>
  /** Deletes files. Ignores missing files. */
  delete(names: readonly string[]): Promise<void>
  /** Lists all files, in no particular order. */
  list(): AsyncIterable<{ name: string; writtenAt: Date }>
  /** Passes a file's path to `use`, for programs that need one. Returns undefined if the file does not exist. */
  withFile<T>(name: string, use: (path: string) => Promise<T>): Promise<T | undefined>
  /** Whether other processes use the same files. */
  isShared: boolean
  /** Folder in which files are written before `put`. */
  workFolder: string
  /** Creates a temporary folder in `workFolder`, and always removes it afterwards. */
  withFolder<T>(use: (folder: string) => Promise<T>): Promise<T>
}

/** An open file of `sizeBytes`. `stream` yields all bytes, or only those of the requested `part`. */
export type OpenedFile = { stream: Readable; sizeBytes: number; part?: ResolvedRange | undefined }

const fileNamePattern = /^[0-9a-f]{32}(-[a-z0-9]+)?\.[a-z0-9]+$/

export const isFileName = (name: string) => fileNamePattern.test(name)

/** Returns a file name that cannot be guessed: 128 random bits in hex. */
export const newFileName = () => randomBytes(16).toString('hex')

/** Returns the key of a file in one of 256 folders. @throws Error for a name that is not from `newFileName` */
export function getStorageKey(name: string): string {
  if (!isFileName(name)) throw new Error('not a name of this storage')
  return `${name.slice(0, 2)}/${name}`
}

export async function createWorkFolder(root: string): Promise<Pick<Storage, 'workFolder' | 'withFolder'>> {
  const workFolder = join(root, 'work')
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  return {
    workFolder,
    withFolder: async (use) => {
      const folder = await mkdtemp(join(workFolder, 'photo-'))
      try {
        return await use(folder)
      } finally {
        // Retries, because a decoder may still write into the folder after its photo was refused.
        await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
      }
    },
  }
}

/** Opens the storage in a local folder, which contains 256 subfolders. */
export async function openDiskStorage(root: string, isShared = false): Promise<Storage> {
  const work = await createWorkFolder(root)
  const { workFolder } = work
  const pathOf = (name: string) => join(root, getStorageKey(name))
  return {
    ...work,
    isShared,
    put: async (name, content) => {
      const path = pathOf(name)
      const source = Buffer.isBuffer(content) ? join(workFolder, `${newFileName()}.part`) : content.file
      let digest: FileDigest
      try {
        if (Buffer.isBuffer(content)) await withHandle(source, 'wx', (file) => file.writeFile(content))
        digest = await digestOf(createReadStream(source))
        await withHandle(source, 'r+', (file) => file.sync())
        await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
        await rename(source, path)
      } catch (error) {
        await rm(source, { force: true })
        throw error
      }
      await withHandle(join(path, '..'), 'r', (folder) => folder.sync())
      return digest
    },
    get: async (name, range) => {
      const found = await stat(pathOf(name)).catch(ignoreMissing)
      if (!found?.isFile()) return undefined
      const part = range && resolveRange(range, found.size)
      const stream = createReadStream(pathOf(name), part && { start: part.from, end: part.to })
      return { stream, sizeBytes: found.size, part }
    },
    find: async (name) => {
      const found = await stat(pathOf(name)).catch(ignoreMissing)
      return found?.isFile() ? { sizeBytes: found.size } : undefined
    },
    delete: async (names) => {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })))
    },
    list: () => listFiles(root),
    withFile: async (name, use) => ((await stat(pathOf(name)).catch(ignoreMissing)) ? use(pathOf(name)) : undefined),
  }
}

async function* listFiles(root: string) {
  for (const folder of await readdir(root)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for await (const { name } of await opendir(join(root, folder))) {
      const found = await stat(join(root, folder, name)).catch(ignoreMissing)
      if (found && isFileName(name)) yield { name, writtenAt: found.mtime }
    }
  }
}

async function withHandle<T>(path: string, flags: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
