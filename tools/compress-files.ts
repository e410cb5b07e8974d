import { globSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zipped = promisify(gzip)

// A smaller file needs only one network packet, compressed or not.
const WORTH_BYTES = 1000

/**
 * Compresses text files of more than `WORTH_BYTES` to `.br` and `.gz`, at the highest level. So the server need not
 * compress during a request. Browsers request brotli only over TLS and on localhost.
 */
export async function compressFiles(folder: string): Promise<void> {
  const paths = globSync('**/*.{js,css,svg,letters}', { cwd: folder }).map((path) => join(folder, path))
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await Promise.all(
    paths
      .filter((path) => statSync(path).size > WORTH_BYTES)
      .map(async (path) => {
        const bytes = await readFile(path)
        await writeFile(`${path}.br`, await brotli(bytes, { params }))
        await writeFile(`${path}.gz`, await zipped(bytes, { level: constants.Z_BEST_COMPRESSION }))
      }),
  )
}
