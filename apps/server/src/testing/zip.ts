import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Returns a ZIP of these files. Only `.json` files are compressed. */
export async function createZip(
  files: Record<string, Buffer | string>,
  more: { forceZip64Format?: boolean } = {},
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, { compress: name.endsWith('.json'), ...more })
  zip.end({ comment: '', forceZip64Format: false, ...more })
  return buffer(zip.outputStream)
}
