import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl'

const openZip = promisify<Buffer, Options, ZipFile>(fromBuffer)

/** Returns the files of a ZIP by name. Uses another library than the app does. @throws Error for a broken ZIP */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openZip(bytes, { lazyEntries: true, validateEntrySizes: true })
  const openEntry = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
  const files = new Map<string, Buffer>()
  const ended = Promise.withResolvers<void>()
  const read = async (entry: Entry) => {
    files.set(entry.fileName, await buffer(await openEntry(entry)))
    zip.readEntry()
  }
  zip.on('entry', (entry: Entry) => void read(entry).catch(ended.reject))
  zip.on('end', ended.resolve).on('error', ended.reject)
  zip.readEntry()
  await ended.promise
  return files
}
