import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type BytePart, type ByteRange, partOf } from '#platform/http/byte-range.ts'
import { type FileSeal, sealOf } from './seal.ts'

/** Files by generated names: on the local disk, or in a bucket (`s3-storage.ts`). @throws StorageGone from a bucket */
export type Storage = {
  /**
   * Whole or not at all, and kept when it returns: readers never see a part of a file.
   * A `file` must lie below `workFolder`; it is gone afterwards. Gives what was put.
   */
  put(name: string, content: Buffer | { file: string }): Promise<FileSeal>
  /** The file or the part of it that is asked for; undefined when there is no such file. */
  get(name: string, range?: ByteRange): Promise<OpenFile | undefined>
  /** What is known of a file without reading it; undefined when there is none. */
  find(name: string): Promise<{ sizeBytes: number } | undefined>
  /** Names that are not there are no mistake. */
  delete(names: readonly string[]): Promise<void>
  /** Every file, in no order. */
  list(): AsyncIterable<{ name: string; writtenAt: Date }>
  /** Lends a file to a program that wants a path; undefined when there is no such file. */
  withFile<T>(name: string, use: (path: string) => Promise<T>): Promise<T | undefined>
  /** Whether other processes have the same files, on this machine or another. */
  isShared: boolean
  /** Where files are made before they are put. */
  workFolder: string
  /** Makes a folder for one piece of work, below `workFolder`, and removes it when the work ends, however it ends. */
  withFolder<T>(use: (folder: string) => Promise<T>): Promise<T>
}

/** A file being read: all of its `sizeBytes`, or the `part` of it that was asked for, first and last byte. */
export type OpenFile = { stream: Readable; sizeBytes: number; part?: BytePart | undefined }

const generated = /^[0-9a-f]{32}(-[a-z0-9]+)?\.[a-z0-9]+$/

/** Whether a file may be called this. */
export const isName = (name: string) => generated.test(name)

/** A name nobody can guess: 128 random bits in hex. */
export const newName = () => randomBytes(16).toString('hex')

/** Where a file is kept, spread over 256 folders. @throws Error for a name that `newName` did not begin */
export function keyOf(name: string): string {
  if (!isName(name)) throw new Error('not a name of this storage')
  return `${name.slice(0, 2)}/${name}`
}

/** The part of a storage that is on this machine's disk, whatever keeps the files: `work` below `root`. */
export async function openWorkFolder(root: string): Promise<Pick<Storage, 'workFolder' | 'withFolder'>> {
  const workFolder = join(root, 'work')
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  return {
    workFolder,
    withFolder: async (use) => {
      const folder = await mkdtemp(join(workFolder, 'photo-'))
      try {
        return await use(folder)
      } finally {
        // A decoder may still be writing into it when the request was refused: the folder is not empty for a moment.
        await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
      }
    },
  }
}

/** Storage in one folder, spread over 256 subfolders; a name that `newName` did not begin is refused. */
export async function localStorage(root: string, isShared = false): Promise<Storage> {
  const work = await openWorkFolder(root)
  const { workFolder } = work
  const pathOf = (name: string) => join(root, keyOf(name))
  return {
    ...work,
    isShared,
    put: async (name, content) => {
      const path = pathOf(name)
      const made = Buffer.isBuffer(content) ? join(workFolder, `${newName()}.part`) : content.file
      let seal: FileSeal
      try {
        if (Buffer.isBuffer(content)) await withHandle(made, 'wx', (file) => file.writeFile(content))
        seal = await sealOf(createReadStream(made))
        await withHandle(made, 'r+', (file) => file.sync())
        await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
        await rename(made, path)
      } catch (error) {
        await rm(made, { force: true })
        throw error
      }
      await withHandle(join(path, '..'), 'r', (folder) => folder.sync())
      return seal
    },
    get: async (name, range) => {
      const found = await stat(pathOf(name)).catch(absent)
      if (!found?.isFile()) return undefined
      const part = range && partOf(range, found.size)
      const stream = createReadStream(pathOf(name), part && { start: part.from, end: part.to })
      return { stream, sizeBytes: found.size, part }
    },
    find: async (name) => {
      const found = await stat(pathOf(name)).catch(absent)
      return found?.isFile() ? { sizeBytes: found.size } : undefined
    },
    delete: async (names) => {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })))
    },
    list: () => listFiles(root),
    withFile: async (name, use) => ((await stat(pathOf(name)).catch(absent)) ? use(pathOf(name)) : undefined),
  }
}

async function* listFiles(root: string) {
  for (const folder of await readdir(root)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for await (const { name } of await opendir(join(root, folder))) {
      const found = await stat(join(root, folder, name)).catch(absent)
      if (found && isName(name)) yield { name, writtenAt: found.mtime }
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

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
