import { link, rm } from 'node:fs/promises'
import { newName, type Storage } from './storage.ts'

/**
 * While files move from one storage to another: writes go to both, and what the new one lacks is read from the old.
 * Both have the same work folder. A file that is in both is listed twice.
 */
export function mirrorStorage({ to, from }: { to: Storage; from: Storage }): Storage {
  return {
    isShared: to.isShared || from.isShared,
    workFolder: to.workFolder,
    withFolder: to.withFolder,
    put: async (name, content) => {
      if (Buffer.isBuffer(content)) {
        await to.put(name, content)
        return from.put(name, content)
      }
      // Each storage takes away the file that it is given.
      const twin = `${content.file}-${newName()}`
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
      // Whoever copies puts a file and then looks whether it still stands in the old one.
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
