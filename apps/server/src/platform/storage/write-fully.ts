import type { FileHandle } from 'node:fs/promises'

/**
 * Writes all bytes from a position on. A nearly full disk may write only a part without an error.
 * @throws the system's error, such as ENOSPC, when the rest does not fit
 */
export async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
