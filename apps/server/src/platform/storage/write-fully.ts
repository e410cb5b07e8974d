import type { FileHandle } from 'node:fs/promises'

/**
 * Writes all bytes, in several writes if needed. On a nearly full disk, a single write may write only a part without an
 * error.
 * @throws the system's error, such as ENOSPC
 */
export async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
