import type { FileHandle } from 'node:fs/promises'

/** Writes all bytes. On a nearly full disk, one write may be partial without an error. @throws errors such as ENOSPC */
export async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
