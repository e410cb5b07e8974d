import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Files by generated names. Local disk now; anything that can put, get, list and delete fits. */
export type Storage = {
  /**
   * Whole or not at all, and on disk when it returns: readers never see a part of a file.
   * A `file` must lie below `workFolder`; it is moved, not copied.
   */
  put(name: string, content: Buffer | { file: string }): Promise<void>
  /** Undefined when there is no such file. */
  get(name: string): Promise<{ stream: Readable; sizeBytes: number } | undefined>
  /** Names that are not there are no mistake. */
  delete(names: readonly string[]): Promise<void>
  /** Every file, in no order. */
  list(): AsyncIterable<{ name: string; writtenAt: Date }>
  /** Lends a file to a program that wants a path; undefined when there is no such file. */
  withFile<T>(name: string, use: (path: string) => Promise<T>): Promise<T | undefined>
  /** Where files are made before they are put. */
  workFolder: string
  /** Makes a folder for one piece of work, below `workFolder`, and removes it when the work ends, however it ends. */
  withFolder<T>(use: (folder: string) => Promise<T>): Promise<T>
}

const generated = /^[0-9a-f]{32}(-[a-z0-9]+)?\.[a-z0-9]+$/

/** A name nobody can guess: 128 random bits in hex. */
export const newName = () => randomBytes(16).toString('hex')

/** Storage in one folder, spread over 256 subfolders; a name that `newName` did not begin is refused. */
export async function localStorage(root: string): Promise<Storage> {
  const workFolder = join(root, 'work')
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  const pathOf = (name: string) => {
    if (!generated.test(name)) throw new Error('not a name of this storage')
    return join(root, name.slice(0, 2), name)
  }
  return {
    put: async (name, content) => {
      const path = pathOf(name)
      const made = Buffer.isBuffer(content) ? join(workFolder, `${newName()}.part`) : content.file
      try {
        if (Buffer.isBuffer(content)) await withHandle(made, 'wx', (file) => file.writeFile(content))
        await withHandle(made, 'r+', (file) => file.sync())
        await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
        await rename(made, path)
      } catch (error) {
        await rm(made, { force: true })
        throw error
      }
      await withHandle(join(path, '..'), 'r', (folder) => folder.sync())
    },
    get: async (name) => {
      const found = await stat(pathOf(name)).catch(absent)
      return found?.isFile() ? { stream: createReadStream(pathOf(name)), sizeBytes: found.size } : undefined
    },
    delete: async (names) => {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })))
    },
    list: () => listFiles(root),
    withFile: async (name, use) => ((await stat(pathOf(name)).catch(absent)) ? use(pathOf(name)) : undefined),
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

async function* listFiles(root: string) {
  for (const folder of await readdir(root)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for await (const { name } of await opendir(join(root, folder))) {
      const found = await stat(join(root, folder, name)).catch(absent)
      if (found && generated.test(name)) yield { name, writtenAt: found.mtime }
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
