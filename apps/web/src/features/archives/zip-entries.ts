/**
 * Reads a ZIP file in slices: first its directory, then single files on request. It never loads the whole file into
 * memory, because an archive may have several GB. Libraries such as fflate would read the ZIP from start to end.
 * The browser decompresses off the main thread (`DecompressionStream`). Specification:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT (4.3.7, 4.3.12, 4.3.14 to 4.3.16, 4.5.3)
 */

/** Members of `File` that the ZIP reader uses. With only these members, tests can simulate a file of 5 GB. */
export type SliceableFile = { readonly size: number; slice: (from: number, to: number) => Blob }

/** A file in a ZIP. `size` is its unpacked size in bytes, as declared in the ZIP's directory. */
export type ZipEntry = {
  zip: SliceableFile
  path: string
  size: number
  packed: number
  at: number
  method: number
  isLocked: boolean
}

/** `not-zip`: no ZIP file. `damaged`: wrong sizes or offsets. `too-large`: above our limit. `locked`: encrypted. */
export type ZipErrorCode = 'not-zip' | 'damaged' | 'too-large' | 'locked'

export class ZipError extends Error {
  readonly fault: ZipErrorCode
  constructor(fault: ZipErrorCode) {
    super(fault)
    this.fault = fault
  }
}

const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const END_64_LOCATOR_SIGNATURE = 0x07064b50
const END_64_LOCATOR_BYTES = 20
const END_64_SIGNATURE = 0x06064b50
const END_64_BYTES = 56
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30
const ZIP_64_EXTRA = 0x0001
/** A 32-bit field has this value if the ZIP64 extra field contains its number in 64 bits. */
const IN_64 = 0xffffffff
/** Size limit of a ZIP's directory, enough for half a million files. */
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024

const readView = async (zip: SliceableFile, from: number, length: number) => {
  if (from < 0 || length < 0 || from + length > zip.size) throw new ZipError('damaged')
  return new DataView(await zip.slice(from, from + length).arrayBuffer())
}

// Reads a 64-bit integer as a JavaScript number. This is exact up to 2^53 bytes, and no file is larger.
const readUint64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

type DirectoryRange = { at: number; size: number }

async function readDirectoryRange(zip: SliceableFile): Promise<DirectoryRange> {
  const tail = Math.min(zip.size, END_BYTES + MAX_COMMENT_BYTES)
  const from = zip.size - tail
  const view = await readView(zip, from, tail)
  let end = tail - END_BYTES
  while (end >= 0 && view.getUint32(end, true) !== END_SIGNATURE) end--
  if (end < 0) throw new ZipError('not-zip')
  const list = { size: view.getUint32(end + 12, true), at: view.getUint32(end + 16, true) }
  const isLong = list.size === IN_64 || list.at === IN_64 || view.getUint16(end + 10, true) === 0xffff
  return isLong ? ((await readZip64DirectoryRange(zip, from + end)) ?? list) : list
}

/** Returns offset and size of the directory of a ZIP64 (over 4 GB or 65,535 files), or null for other ZIPs. */
async function readZip64DirectoryRange(zip: SliceableFile, end: number): Promise<DirectoryRange | null> {
  if (end < END_64_LOCATOR_BYTES) return null
  const locator = await readView(zip, end - END_64_LOCATOR_BYTES, END_64_LOCATOR_BYTES)
  if (locator.getUint32(0, true) !== END_64_LOCATOR_SIGNATURE) return null
  const view = await readView(zip, readUint64(locator, 8), END_64_BYTES)
  if (view.getUint32(0, true) !== END_64_SIGNATURE) throw new ZipError('damaged')
  return { size: readUint64(view, 40), at: readUint64(view, 48) }
}

/**
 * Returns the files of a ZIP in directory order, without folders.
 * @throws ZipError
 */
export async function readZipEntries(zip: SliceableFile): Promise<ZipEntry[]> {
  const list = await readDirectoryRange(zip)
  if (list.size > MAX_DIRECTORY_BYTES) throw new ZipError('too-large')
  const view = await readView(zip, list.at, list.size)
  const entries: ZipEntry[] = []
  for (let at = 0; at + ENTRY_BYTES <= view.byteLength && view.getUint32(at, true) === ENTRY_SIGNATURE; ) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ]
    const next = at + ENTRY_BYTES + name + extra + comment
    if (next > view.byteLength) throw new ZipError('damaged')
    const entry = readEntry(view, at, name, extra)
    if (!entry.path.endsWith('/')) entries.push({ zip, ...entry })
    at = next
  }
  return entries
}

const text = new TextDecoder()

function readEntry(view: DataView, at: number, name: number, extra: number): Omit<ZipEntry, 'zip'> {
  const numbers = {
    size: view.getUint32(at + 24, true),
    packed: view.getUint32(at + 20, true),
    at: view.getUint32(at + 42, true),
  }
  const extraAt = at + ENTRY_BYTES + name
  return {
    ...readZip64Numbers(view, numbers, extraAt, extraAt + extra),
    // Decodes the path as UTF-8 even without the UTF-8 flag, because exports of some sites lack it. A wrongly decoded
    // folder name does no harm: `createFileFinder` also searches by file name. Some Windows tools write backslashes.
    path: text.decode(new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_BYTES, name)).replaceAll('\\', '/'),
    method: view.getUint16(at + 10, true),
    isLocked: (view.getUint16(at + 8, true) & 1) === 1,
  }
}

type EntryNumbers = Pick<ZipEntry, 'size' | 'packed' | 'at'>

/**
 * Reads the numbers that need 64 bits from the ZIP64 field. The field contains only these numbers, in the order `size`,
 * `packed`, `at`.
 */
function readZip64Numbers(view: DataView, numbers: EntryNumbers, from: number, to: number): EntryNumbers {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP_64_EXTRA) continue
    const end = at + 4 + view.getUint16(at + 2, true)
    let place = at + 4
    const readNumber = (number: number) => {
      if (number !== IN_64) return number
      if (place + 8 > Math.min(end, to)) throw new ZipError('damaged')
      place += 8
      return readUint64(view, place - 8)
    }
    return { size: readNumber(numbers.size), packed: readNumber(numbers.packed), at: readNumber(numbers.at) }
  }
  return numbers
}

/**
 * Returns an unpacked file of a ZIP. Fails if the size that the directory declares exceeds `maxBytes`, or is not the
 * unpacked size. Verifies no checksum, because the callers validate the content: they decode photos and parse JSON.
 * @throws ZipError
 */
export async function readZipEntry(entry: ZipEntry, maxBytes: number): Promise<Blob> {
  const { zip } = entry
  if (entry.isLocked) throw new ZipError('locked')
  if (entry.size > maxBytes) throw new ZipError('too-large')
  const local = await readView(zip, entry.at, LOCAL_BYTES)
  if (local.getUint32(0, true) !== LOCAL_SIGNATURE) throw new ZipError('damaged')
  const from = entry.at + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true)
  if (from + entry.packed > zip.size) throw new ZipError('damaged')
  const packed = zip.slice(from, from + entry.packed)
  if (entry.method === 8) return inflate(packed, entry.size)
  if (entry.method !== 0 || entry.packed !== entry.size) throw new ZipError('damaged')
  return packed
}

async function inflate(packed: Blob, declaredSize: number): Promise<Blob> {
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > declaredSize) throw new ZipError('too-large')
      parts.push(part.value)
    }
  } catch (error) {
    void reader.cancel().catch(() => {})
    throw error instanceof ZipError ? error : new ZipError('damaged')
  }
  if (size !== declaredSize) throw new ZipError('damaged')
  return new Blob(parts)
}
