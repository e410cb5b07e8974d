import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { maxPhotoBytes } from '@pawtrait/contract/photos/photos.ts'
import type { Entry, ZipFile } from 'yauzl'
import { BrokenArchiveError } from './broken-archive.ts'

const MAX_ENTRIES = 100_000
const MAX_TEXT_BYTES = 256 * 1024 * 1024
// Maximum ratio of unpacked to packed size, against ZIP bombs. Real exports have a lower ratio: photos hardly compress.
const MAX_INFLATION = 4
const ALWAYS_ALLOWED_BYTES = 64 * 1024 * 1024

/** A ZIP archive, reduced to the files with known names. Names from the archive are never used as paths on disk. */
export type Archive = {
  /** Declared uncompressed size of a file; undefined when the archive lacks the file. */
  sizeOf(name: string): number | undefined
  /** Opens a file. The stream fails when the file is longer or shorter than declared. */
  read(name: string): Promise<Readable>
}

const knownName = /^(?:[a-z-]{1,40}\.json|photos\/[0-9a-f-]{36}\.[a-z]{3,4})$/

const isText = (name: string) => name.endsWith('.json')

/**
 * Opens an archive, calls `use` with it and closes it.
 * @throws BrokenArchiveError when the file is no ZIP, is damaged or declares too much content
 */
export async function withArchive<T>(path: string, use: (archive: Archive) => Promise<T>): Promise<T> {
  const zip = await openZip(path)
  try {
    const entries = await readKnownEntries(zip)
    return await use({
      sizeOf: (name) => entries.get(name)?.uncompressedSize,
      read: async (name) => {
        const fields = entries.get(name)
        if (!fields) throw new BrokenArchiveError('damaged')
        const { Entry } = await import('yauzl')
        const entry = Object.assign(new Entry(), fields)
        if (!entry.canDecodeFileData()) throw new BrokenArchiveError('damaged')
        return zip.openReadStreamPromise(entry).catch(throwDamaged)
      },
    })
  } finally {
    zip.close()
  }
}

async function openZip(path: string): Promise<ZipFile> {
  await refuseNonZip(path)
  const { openPromise } = await import('yauzl')
  // Names are not decoded. Only known names are used, so names with `../` are ignored.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }
  return openPromise(path, options).catch(throwDamaged)
}

async function refuseNonZip(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead < 4 || buffer.readUInt32LE() !== 0x04034b50) throw new BrokenArchiveError('not-a-zip')
  } finally {
    await file.close()
  }
}

type ArchiveEntry = Pick<
  Entry,
  'compressedSize' | 'compressionMethod' | 'generalPurposeBitFlag' | 'relativeOffsetOfLocalHeader' | 'uncompressedSize'
>

// Copies only these fields, because an entry of yauzl has up to 200 KB of names, extra fields and comments.
const toArchiveEntry = (entry: Entry): ArchiveEntry => ({
  compressedSize: entry.compressedSize,
  compressionMethod: entry.compressionMethod,
  generalPurposeBitFlag: entry.generalPurposeBitFlag,
  relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
  uncompressedSize: entry.uncompressedSize,
})

async function readKnownEntries(zip: ZipFile): Promise<Map<string, ArchiveEntry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new BrokenArchiveError('too-much')
  const entries = new Map<string, ArchiveEntry>()
  let unpackedBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString('utf8')
      if (!knownName.test(name) || entries.has(name)) continue
      if (isText(name) && entry.uncompressedSize > MAX_TEXT_BYTES) throw new BrokenArchiveError('too-much')
      // The total excludes photos above the size limit, because the import never unpacks them.
      if (isText(name) || entry.uncompressedSize <= maxPhotoBytes) unpackedBytes += entry.uncompressedSize
      entries.set(name, toArchiveEntry(entry))
    }
  } catch (error) {
    throwDamaged(error)
  }
  if (unpackedBytes > MAX_INFLATION * zip.fileSize + ALWAYS_ALLOWED_BYTES) throw new BrokenArchiveError('too-much')
  return entries
}

function throwDamaged(error: unknown): never {
  throw error instanceof BrokenArchiveError ? error : new BrokenArchiveError('damaged', { cause: error })
}
