import { link, rm } from 'node:fs/promises'
import { newFileName, type Storage } from './storage.ts'

/**
 * A storage that combines an old and a new storage during a move. Writes go to both. Reads try the new storage first.
 * Both must have the same work folder. A file in both storages is listed twice.
 */
export function createMirrorStorage({ to, from }: { to: Storage; from: Storage }): Storage {
  return {
    isShared: to.isShared || from.isShared,
    workFolder: to.workFolder,
    withFolder: to.withFolder,
    put: async (name, content) => {
      if (Buffer.isBuffer(content)) {
        await to.put(name, content)
        return from.put(name, content)
      }
      // `put` removes the file after storing it. So the new storage gets a hard link to the file.
      const twin = `${content.file}-${newFileName()}`
      await link(content.file, twin)
      try {
        await to.put(name, { file: twin })
        return await from.put(name, content)
      } finally {
        await rm(content.file, { force: true })
      }
    },
    get: async (name, range) => (await to.get(name, range)) ?? from.get(name, range),
    find: async (name) => (await to.find(name)) ?? from.find(name),
    delete: async (names) => {
      // Deletes in the old storage first, so that `copy-files.ts` sees the deletion and deletes its copy.
      await from.delete(names)
      await to.delete(names)
    },
    list: async function* () {
      yield* to.list()
      yield* from.list()
    },
    withFile: async (name, use) => ((await to.find(name)) ? to : from).withFile(name, use),
  }
}
