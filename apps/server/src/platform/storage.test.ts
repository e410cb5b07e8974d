import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localStorage, newName, type Storage } from './storage.ts'

let root = ''
let storage: Storage
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'storage-'))
  storage = await localStorage(root)
})
afterAll(() => rm(root, { recursive: true, force: true }))

const read = async (name: string) => {
  const found = await storage.get(name)
  return found && { bytes: await buffer(found.stream), sizeBytes: found.sizeBytes }
}

test('what is put can be read, listed, lent and deleted', async () => {
  const name = `${newName()}-320.webp`
  await storage.put(name, Buffer.from('bytes'))
  expect(await read(name)).toEqual({ bytes: Buffer.from('bytes'), sizeBytes: 5 })
  const listed: string[] = []
  for await (const file of storage.list()) listed.push(file.name)
  expect(listed).toEqual([name])
  expect(await storage.withFile(name, async (path) => path.endsWith(name))).toBe(true)
  await storage.delete([name, `${newName()}.jpg`])
  expect(await read(name)).toBeUndefined()
  expect(await storage.withFile(name, async () => true)).toBeUndefined()
})

test('a file made in the work folder is moved, and work leaves nothing behind', async () => {
  const name = `${newName()}.jpg`
  await storage.withFolder(async (folder) => {
    await writeFile(join(folder, 'made'), 'made')
    await storage.put(name, { file: join(folder, 'made') })
    expect(await readdir(folder)).toEqual([])
  })
  await expect(storage.withFolder(() => Promise.reject(new Error('stop')))).rejects.toThrow('stop')
  expect(await readdir(storage.workFolder)).toEqual([])
  expect((await read(name))?.sizeBytes).toBe(4)
})

test('a put that fails leaves neither a file nor a part of one', async () => {
  const name = `${newName()}.jpg`
  await expect(storage.put(name, { file: join(storage.workFolder, 'nothing') })).rejects.toThrow('ENOENT')
  expect(await read(name)).toBeUndefined()
  expect(await readdir(storage.workFolder)).toEqual([])
})

test('names that are not of our making reach no file', async () => {
  const outside = join(root, '..', 'outside.jpg')
  await writeFile(outside, 'secret')
  await symlink(outside, join(root, 'link.jpg'))
  const names = [
    '../outside.jpg',
    '..%2foutside.jpg',
    '/etc/passwd',
    'link.jpg',
    '',
    `${newName()}/../x.jpg`,
    `${newName()}\0.jpg`,
  ]
  for (const name of names) {
    await expect(storage.get(name)).rejects.toThrow('not a name')
    await expect(storage.put(name, Buffer.alloc(1))).rejects.toThrow('not a name')
  }
  await rm(outside)
})
