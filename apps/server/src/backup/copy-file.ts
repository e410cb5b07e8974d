import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { forEachParallel } from '#platform/process/for-each-parallel.ts'
import { digestOf, type FileDigest } from '#platform/storage/file-digest.ts'

const CHUNK_BYTES = 1024 * 1024

/** Reads a file in chunks and returns its digest. */
export async function digestFile(file: FileHandle, onPiece?: (piece: Buffer) => Promise<unknown>): Promise<FileDigest> {
  const { size } = await file.stat()
  const buffer = Buffer.allocUnsafe(Math.min(size + 1, CHUNK_BYTES))
  const hash = createHash('sha256')
  for (let sizeBytes = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, sizeBytes)
    if (bytesRead === 0) return { sizeBytes, sha256: hash.digest('hex') }
    const piece = buffer.subarray(0, bytesRead)
    hash.update(piece)
    await onPiece?.(piece)
    sizeBytes += bytesRead
  }
}

export async function withOpenFile<T>(
  path: string,
  flags: string | number,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** Copies a file to a new one, with the given modification time. Returns the digest. */
export const copyFile = (from: string, to: string, mtimeMs?: number): Promise<FileDigest> =>
  withOpenFile(from, 'r', async (source) => {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    return withOpenFile(to, 'wx', async (copy) => {
      const digest = await digestFile(source, (piece) => copy.writeFile(piece))
      if (mtimeMs !== undefined) await copy.utimes(mtimeMs / 1000, mtimeMs / 1000)
      return digest
    })
  })

/** Copies a file with `copyFile`. Returns undefined if the source no longer exists. */
export async function copyFileIfExists(from: string, to: string, mtimeMs?: number): Promise<FileDigest | undefined> {
  try {
    return await copyFile(from, to, mtimeMs)
  } catch (error) {
    const isGone = error instanceof Error && 'path' in error && error.path === from && 'code' in error
    if (isGone && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Flushes a file, or the entries of a folder, to disk. */
export const fsyncPath = (path: string): Promise<void> => withOpenFile(path, 'r', (file) => file.sync())

/** Flushes a folder to disk. The `sync` command, where available, is ten times as fast as one fsync per file. */
export async function fsyncFolder(folder: string): Promise<void> {
  const isDone = await promisify(execFile)('sync', ['-f', folder]).then(
    () => true,
    () => false,
  )
  if (isDone) return
  const entries = await readdir(folder, { recursive: true })
  await forEachParallel(['', ...entries], (path) => fsyncPath(join(folder, path)))
}

export const writeContent = (path: string, content: Buffer): Promise<FileDigest> =>
  withOpenFile(path, 'wx', async (file) => {
    await file.writeFile(content)
    return digestOf([content])
  })
