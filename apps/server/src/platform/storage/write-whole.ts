import type { FileHandle } from 'node:fs/promises'

/**
 * Writes all of it from a position on: a disk with little room left takes a part, and says so by the count alone.
 * @throws the system's error, such as ENOSPC, when the rest has no room
 */
export async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
