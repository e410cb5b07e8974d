import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Options of a file in the ZIP. Photos are stored uncompressed, texts compressed. */
type ZipFileOptions = { compress: boolean; mtime: Date }

/** A ZIP being written to `stream`. Files are added one after the other. */
export type ZipWriter = {
  stream: Readable
  /** Adds a file. Resolves when its content has been read completely. */
  add(path: string, content: Readable, options: ZipFileOptions): Promise<void>
  /** Writes the directory; no file may be added after it. */
  end(): void
  /** Aborts the ZIP; readers of the stream get the error. */
  fail(error: Error): void
}

/** Begins a ZIP, in the zip64 format if needed. Backpressure limits memory to the buffers of the stream. */
export function createZipWriter(): ZipWriter {
  const zip = new ZipFile()
  // The cast is safe: `outputStream` is a PassThrough, although yazl declares a more general type.
  const stream = zip.outputStream as Readable
  const fail = (error: Error) => void stream.destroy(error)
  zip.on('error', fail)
  const abortPromise = once(stream, 'close').then(() => {
    throw new Error('the ZIP was aborted')
  })
  // Prevents an unhandled rejection when the stream closes while no `add` runs. A running `add` handles the rejection.
  abortPromise.catch(() => {})
  return {
    stream,
    fail,
    add: async (path, content, options) => {
      // Watches the content stream, because yazl waits for ever if that stream fails.
      const contentRead = finished(content)
      zip.addReadStream(content, path, { ...options, mode: 0o100644 })
      try {
        await Promise.race([contentRead, abortPromise])
      } catch (error) {
        contentRead.catch(() => {})
        content.destroy()
        throw error
      }
    },
    end: () => zip.end(),
  }
}
