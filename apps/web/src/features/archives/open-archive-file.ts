import {
  readZipEntries,
  readZipEntry,
  type SliceableFile,
  type ZipEntry,
  ZipError,
  type ZipErrorCode,
} from './zip-entries.ts'

/** Size limit of a JSON file in an archive: ten times the estimated size of 20 years of posts. */
const MAX_JSON_BYTES = 200 * 1024 * 1024

/** Number of bytes at the start of a file that are checked to recognise JSON. */
const SAMPLE_BYTES = 1024

/**
 * `instagram-html`: HTML instead of JSON. `not-loaded`: the code of the archive reader could not be loaded.
 * `packed-otherwise`: a .tar.gz file. `part`: photos without the list of posts. `several-networks`: archives of
 * different networks. `unknown`: no archive of a known network. `unreadable`: invalid JSON.
 */
export type ArchiveErrorCode =
  | ZipErrorCode
  | 'instagram-html'
  | 'not-loaded'
  | 'packed-otherwise'
  | 'part'
  | 'several-networks'
  | 'unknown'
  | 'unreadable'

export class ArchiveError extends Error {
  readonly fault: ArchiveErrorCode
  /** The file that could not be opened, or null if the error concerns the chosen files as a whole. */
  readonly file: SliceableFile | null
  constructor(fault: ArchiveErrorCode, file: SliceableFile | null = null) {
    super(fault)
    this.fault = fault
    this.file = file
  }
}

/** A chosen file. `entries`: the files in a ZIP. `json`: an array with the parsed content of a JSON file. */
type OpenedFile = { entries: ZipEntry[]; json: unknown[] }

/**
 * Opens a ZIP or a JSON file. Detects the format from the content, not from the file name.
 * @throws ArchiveError
 */
export async function openArchiveFile(file: SliceableFile): Promise<OpenedFile> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (first === 0x1f && second === 0x8b) throw new ArchiveError('packed-otherwise', file)
  try {
    return { entries: await readZipEntries(file), json: [] }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    if (error.fault !== 'not-zip' || !(await isJson(file))) throw new ArchiveError(error.fault, file)
  }
  if (file.size > MAX_JSON_BYTES) throw new ArchiveError('too-large', file)
  return { entries: [], json: [parseJson(await readText(file.slice(0, file.size)), file)] }
}

/**
 * Returns the parsed content of a JSON file in a ZIP.
 * @throws ZipError
 * @throws ArchiveError
 */
export const readJsonEntry = async (entry: ZipEntry): Promise<unknown> =>
  parseJson(await readText(await readZipEntry(entry, MAX_JSON_BYTES)), entry.zip)

/** Returns whether the file begins like a JSON list or object. `\s` also matches a byte order mark. */
const isJson = async (file: SliceableFile): Promise<boolean> =>
  /^\s*[[{]/.test(await readText(file.slice(0, Math.min(file.size, SAMPLE_BYTES))))

function parseJson(text: string, file: SliceableFile): unknown {
  try {
    return JSON.parse(text.trim())
  } catch {
    throw new ArchiveError('unreadable', file)
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, which some Windows editors write. */
async function readText(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  return new TextDecoder(first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8').decode(bytes)
}
