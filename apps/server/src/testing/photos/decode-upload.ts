import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import { onTestFinished } from 'vitest'
import { decodeUpload, enlargePhoto } from '#features/media/decode-photo.ts'
import type { UploadFormat } from '#features/media/sniff-photo.ts'

/** Writes an upload and decodes it, in a folder that exists until the test ends. */
export async function writeUpload(bytes: Buffer, format: UploadFormat) {
  const folder = await mkdtemp(join(tmpdir(), 'decode-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'upload')
  await writeFile(file, bytes)
  return { folder, ...decodeUpload(file, folder, format) }
}

/** Decodes an upload into all its files, including the larger widths and AVIF. */
export async function decodeFully(bytes: Buffer, format: UploadFormat) {
  const { accepted, rendered, rest, folder } = await writeUpload(bytes, format)
  const { original: uploaded, ...size } = await accepted
  const [ready, later] = [await rendered, await rest]
  const firstFiles = [...ready.files, ...later.files].toSorted((a, b) => b.width - a.width)
  const first = { ...ready, ...later, files: firstFiles }
  const original = first.upright ?? uploaded
  const large = await enlargePhoto(original.file, folder, noPhotoEdit)
  const files = [...first.files.map(({ file }) => file), ...large.files.map(({ file }) => file), original.file]
  return { size, first, large, original, contents: await Promise.all(files.map((file) => readFile(file))), folder }
}
