import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** How a file goes into the ZIP: photos as they are, texts packed. */
type Packing = { compress: boolean; mtime: Date }

/** A ZIP while it is written: `stream` is what becomes of the files that are added, one after the other. */
export type Zip = {
  stream: Readable
  /** Resolves when the file was read to its end. */
  add(path: string, content: Readable, packing: Packing): Promise<void>
  /** Writes the directory; nothing is added after it. */
  end(): void
  /** Breaks off: whoever reads the stream is told. */
  fail(error: Error): void
}

/** Begins a ZIP: zip64 where it needs to be, never more of it in memory than is on its way. */
export function writeZip(): Zip {
  const zip = new ZipFile()
  // A PassThrough, whatever its types say.
  const stream = zip.outputStream as Readable
  const fail = (error: Error) => void stream.destroy(error)
  zip.on('error', fail)
  const brokenOff = once(stream, 'close').then(() => {
    throw new Error('the ZIP was broken off')
  })
  // Told to whoever adds; when nobody does, it has ended as it should.
  brokenOff.catch(() => {})
  return {
    stream,
    fail,
    add: async (path, content, packing) => {
      // yazl would wait for ever for one that breaks off.
      const read = finished(content)
      zip.addReadStream(content, path, { ...packing, mode: 0o100644 })
      try {
        await Promise.race([read, brokenOff])
      } catch (error) {
        read.catch(() => {})
        content.destroy()
        throw error
      }
    },
    end: () => zip.end(),
  }
}
