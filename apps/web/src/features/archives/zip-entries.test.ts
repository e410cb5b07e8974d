import { describe, expect, test } from 'vitest'
import { makeZip, zipEndRecords, zipHeaders } from '../../testing/make-zip.ts'
import { readZipEntries, readZipEntry, type SliceableFile, type ZipEntry } from './zip-entries.ts'

const GB = 1024 ** 3
const fault = (fault: string) => ({ fault })
const textOf = async (entry: ZipEntry | undefined) => (await readZipEntry(entry as ZipEntry, 1000)).text()

/** Simulates a file of several GB. Only the given pieces have content, each at its offset. */
function createSparseFile(size: number, pieces: { at: number; blob: Blob }[]): SliceableFile & { read: number } {
  const file = {
    size,
    read: 0,
    slice: (from: number, to: number) => {
      file.read += to - from
      const piece = pieces.find(({ at, blob }) => from >= at && to <= at + blob.size)
      if (piece) return piece.blob.slice(from - piece.at, to - piece.at)
      const bytes = new Uint8Array(to - from)
      return new Blob([bytes])
    },
  }
  return file
}

describe('ZIP reader', () => {
  test('lists stored and deflated files but no folders, and unpacks the files', async () => {
    const zip = await makeZip([
      { path: 'folder/', data: '' },
      { path: 'folder/één.txt', data: 'one' },
      { path: 'two.txt', data: 'two '.repeat(100), deflate: true },
    ])
    const entries = await readZipEntries(zip)
    expect(entries.map(({ path, size }) => [path, size])).toEqual([
      ['folder/één.txt', 3],
      ['two.txt', 400],
    ])
    expect(await textOf(entries[0])).toBe('one')
    expect(await textOf(entries[1])).toBe('two '.repeat(100))
  })

  test('converts the backslashes in paths from some Windows tools to slashes', async () => {
    const zip = await makeZip([
      { path: 'media\\', data: '' },
      { path: 'media\\posts\\a.txt', data: 'one' },
    ])
    const entries = await readZipEntries(zip)
    expect(entries.map(({ path }) => path)).toEqual(['media/posts/a.txt'])
    expect(await textOf(entries[0])).toBe('one')
  })

  test('reads a ZIP64 archive of 5 GB in slices', async () => {
    const at = 4.5 * GB
    const farEntry = { path: 'far.txt', size: 5, packed: 5, method: 0, at, long: true }
    const { local, listed } = zipHeaders(farEntry)
    const body = new Blob([local, 'hello'])
    const listAt = 5 * GB
    const end = new Blob([listed, zipEndRecords(1, { at: listAt, size: listed.size }, true)])
    // The reader loads the last bytes in one slice, enough for an end record with the longest ZIP comment.
    const tail = new Blob([new Uint8Array(70_000), end])
    const file = createSparseFile(listAt + end.size, [
      { at, blob: body },
      { at: listAt - 70_000, blob: tail },
    ])
    const entries = await readZipEntries(file)
    expect(entries).toMatchObject([{ path: 'far.txt', size: 5, at }])
    expect(await textOf(entries[0])).toBe('hello')
    expect(file.read).toBeLessThan(100_000)
  })

  test('rejects a file larger than its declared size, and a declared size above the limit', async () => {
    const bomb = await makeZip([{ path: 'bomb', data: new Uint8Array(20_000_000), deflate: true, promised: 500 }])
    expect(bomb.size).toBeLessThan(30_000)
    const [oversizedEntry] = await readZipEntries(bomb)
    await expect(readZipEntry(oversizedEntry as ZipEntry, 1000)).rejects.toMatchObject(fault('too-large'))
    const open = await makeZip([{ path: 'bomb', data: new Uint8Array(2_000_000), deflate: true }])
    const [large] = await readZipEntries(open)
    await expect(readZipEntry(large as ZipEntry, 1000)).rejects.toMatchObject(fault('too-large'))
  })

  test.each([
    ['an empty file', new Blob([]), 'not-zip'],
    ['a photo', new Blob([new Uint8Array(5000)]), 'not-zip'],
    ['an end record without a directory', zipEndRecords(1, { at: 500, size: 50 }), 'damaged'],
    ['a directory of 4 GB', zipEndRecords(1, { at: 0, size: 4_000_000_000 }), 'too-large'],
  ])('rejects %s', async (_, blob, expected) => {
    await expect(readZipEntries(blob)).rejects.toMatchObject(fault(expected))
  })

  test('rejects a damaged, truncated or encrypted file in a ZIP', async () => {
    const zip = await makeZip([{ path: 'a', data: 'words '.repeat(50), deflate: true }])
    const [entry] = (await readZipEntries(zip)) as [ZipEntry]
    const read = (change: Partial<ZipEntry>) => readZipEntry({ ...entry, ...change }, 1000)
    await expect(read({ packed: entry.packed - 3 })).rejects.toMatchObject(fault('damaged'))
    await expect(read({ size: entry.size + 1 })).rejects.toMatchObject(fault('damaged'))
    await expect(read({ at: 7 })).rejects.toMatchObject(fault('damaged'))
    await expect(read({ method: 99 })).rejects.toMatchObject(fault('damaged'))
    await expect(read({ zip: zip.slice(0, 40) })).rejects.toMatchObject(fault('damaged'))
    await expect(read({ isLocked: true })).rejects.toMatchObject(fault('locked'))
  })
})
