import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files by generated names. Local disk now; anything that can put, get and delete fits. */
export type Storage = {
  /** Whole or not at all: readers never see a part of a file. */
  put(name: string, content: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  get(name: string): Promise<{ stream: ReadStream; sizeBytes: number } | undefined>
  delete(name: string): Promise<void>
}

const generated = /^[0-9a-f]{32}(-[a-z0-9]+)?\.[a-z0-9]+$/

/** Storage in one folder, spread over 256 subfolders. */
export async function localStorage(root: string): Promise<Storage> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const pathOf = (name: string) => {
    if (!generated.test(name)) throw new Error('not a name of this storage')
    return join(root, name.slice(0, 2), name)
  }
  return {
    put: async (name, content) => {
      const path = pathOf(name)
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
      const file = await open(`${path}.part`, 'w', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.part`, path)
    },
    get: async (name) => {
      const found = await stat(pathOf(name)).catch(() => undefined)
      return found && { stream: createReadStream(pathOf(name)), sizeBytes: found.size }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
  }
}
